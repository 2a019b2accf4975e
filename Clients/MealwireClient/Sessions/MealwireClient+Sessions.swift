public import Contracts

/// Signing in and out.
extension MealwireClient {
    /// Signs in with e-mail address and password.
    ///
    /// - Returns: The session, or what a code of the second factor completes.
    public func signIn(email: String, password: String) async throws -> SignIn {
        let deviceToken = try await loaded().deviceToken
        do {
            let login = AuthLogin(email: email, password: password, deviceToken: deviceToken)
            return .session(try await adopt(try await send(login)))
        } catch let problem as MealwireProblem where problem.code == .secondFactorRequired {
            guard let challenge = problem.params["challenge"] else { throw problem }
            return .secondFactor(SecondFactorChallenge(text: challenge))
        }
    }

    /// Completes a sign-in with a code of the authenticator app, or with a recovery code.
    @discardableResult
    public func signIn(_ challenge: SecondFactorChallenge, code: String) async throws -> Session {
        try await adopt(try await send(AuthLoginTotp(challenge: challenge.text, code: code)))
    }

    /// Creates an account, and signs in.
    ///
    /// - Parameter intent: The registration; keep the intent until it has an answer.
    /// - Returns: The session.
    /// - Throws: ``MealwireProblem``, ``ClientError`` or `CancellationError`.
    @discardableResult
    public func register(_ intent: Intent<AuthRegister>) async throws -> Session {
        try await adopt(try await send(intent))
    }

    /// Signs in as an account of a demonstration, without a password; ``meta()`` lists the accounts.
    @discardableResult
    public func signIn(demo account: String) async throws -> Session {
        try await adopt(try await send(AuthLoginDemo(account: account)))
    }

    /// Uses a personal access token instead of a session.
    public func use(personalToken: String) async throws {
        let deviceToken = try await loaded().deviceToken
        try await replace(StoredSession(personalToken: personalToken, deviceToken: deviceToken))
    }

    /// Ends the session on the server, and forgets it here, even if the server cannot be reached.
    ///
    /// A personal access token is only forgotten; `AuthTokensRevoke` revokes it.
    public func signOut() async throws {
        let known = try await loaded()
        let started = generation
        var failure: (any Error)?
        if known.session != nil {
            do {
                _ = try await send(AuthLogout())
            } catch let problem as MealwireProblem where problem.code == .unauthenticated {
                // It had ended before.
            } catch ClientError.signedOut {
                // The renewal found that it had ended before.
            } catch {
                failure = error
            }
        }
        // A sign-in during the call has begun another session, which stays.
        if started == generation {
            try await replace(StoredSession(deviceToken: stored?.deviceToken ?? known.deviceToken))
        }
        if let failure { throw failure }
    }

    /// The signed-in user; nil without a session, and with a personal access token.
    public var user: SessionUser? {
        get async throws { try await loaded().session?.user }
    }

    /// Whether requests of a user can be sent.
    public var isSignedIn: Bool {
        get async throws {
            let known = try await loaded()
            return known.session != nil || known.personalToken != nil
        }
    }

    /// Returns a sequence that gets one problem for each session that the server has ended.
    ///
    /// Show the sign-in then. A call of ``signOut()`` adds nothing.
    public func sessionEnds() -> AsyncStream<MealwireProblem> {
        let (stream, continuation) = AsyncStream.makeStream(of: MealwireProblem.self)
        let number = observersMade
        observersMade += 1
        observers[number] = continuation
        continuation.onTermination = { [weak self] _ in Task { [weak self] in await self?.removeObserver(number) } }
        return stream
    }

    private func removeObserver(_ number: Int) { observers[number] = nil }

    /// Stores a new session, and then uses it.
    private func adopt(_ session: Session) async throws -> Session {
        let deviceToken = try await loaded().deviceToken
        try await replace(StoredSession(session: session, deviceToken: session.deviceToken ?? deviceToken))
        return session
    }

    private func replace(_ state: StoredSession) async throws {
        generation += 1
        stored = state
        try await save()
    }
}

/// Access tokens and their renewal.
extension MealwireClient {
    /// A token for `Authorization`.
    struct Token {
        let text: String
        /// Whether a new one can be requested.
        let isRenewable: Bool
    }

    /// Returns the stored state.
    func loaded() async throws -> StoredSession {
        if let stored { return stored }
        let found: StoredSession
        do {
            found = try await sessions.load() ?? StoredSession()
        } catch {
            throw ClientError.notStored("\(error)")
        }
        // Another call may have loaded or replaced it meanwhile.
        if let stored { return stored }
        stored = found
        return found
    }

    /// Returns the token for a request, after a running renewal.
    ///
    /// - Parameter owner: The sign-in that the request belongs to; set if it is nil.
    /// - Returns: The token.
    /// - Throws: ``ClientError/signedOut`` without a session, and after another sign-in than the owner;
    ///   ``ClientError/notStored(_:)`` if a new session cannot be stored.
    func currentToken(of owner: inout Int?) async throws -> Token {
        _ = try await loaded()
        if owner == nil { owner = generation }
        if let renewal { try await renewal.value }
        if !isSaved { try await save() }
        guard owner == generation else { throw ClientError.signedOut }
        if let session = stored?.session { return Token(text: session.accessToken, isRenewable: true) }
        if let token = stored?.personalToken { return Token(text: token, isRenewable: false) }
        throw ClientError.signedOut
    }

    /// Renews the session after a refused access token; calls at the same time share one renewal.
    ///
    /// - Parameter token: The refused token. If the session has another one already, nothing is sent.
    /// - Throws: The error of the renewal.
    func renew(after token: String) async throws {
        if let renewal { return try await renewal.value }
        guard let session = stored?.session else { throw ClientError.signedOut }
        guard session.accessToken == token else { return }
        // Not a child of the call: its cancellation must not lose the new refresh token.
        let task = Task { try await self.exchange(session) }
        renewal = task
        try await task.value
    }

    /// Exchanges the refresh token, and stores the new one before any request uses the new session.
    private func exchange(_ session: Session) async throws {
        defer { renewal = nil }
        let started = generation
        do {
            let plan = try RequestPlan.of(AuthRefresh.self)
            let call = Call(plan, try plan.parts(of: AuthRefresh(refreshToken: session.refreshToken)), key: "")
            // The transport's answer may be lost; the server accepts the used token again for half a minute.
            let response = try await transmit(call, token: nil, TraceID(environment), left: plan.attemptTimeout)
            let bytes = try await response.body.collect(upTo: Contracts.Method.payloadBytesMax)
            let renewed = try Self.decode(Session.self, bytes)
            // After another sign-in or a sign-out, the new session has no use.
            guard started == generation else { return }
            stored?.session = renewed
            if let deviceToken = renewed.deviceToken { stored?.deviceToken = deviceToken }
            try await save()
        } catch let problem as MealwireProblem
            where problem.code == .unauthenticated || problem.code == .accountDisabled
        {
            guard started == generation else { return }
            stored?.session = nil
            for observer in observers.values { observer.yield(problem) }
            try await save()
            throw problem
        }
    }

    /// Stores the newest state, after all earlier writes.
    func save() async throws {
        isSaved = false
        let earlier = saving
        let task = Task {
            _ = await earlier?.result
            try await self.write()
        }
        saving = task
        try await task.value
    }

    private func write() async throws {
        let state = stored ?? StoredSession()
        do {
            try await sessions.save(state)
        } catch {
            throw ClientError.notStored("\(error)")
        }
        if state == stored { isSaved = true }
    }
}
