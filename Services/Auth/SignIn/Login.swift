package import Contracts
import Storage

extension AuthService {
    /// Signs in with e-mail and password.
    package func login(_ request: AuthLogin, _ context: RequestContext) async throws -> Session {
        let attempt = LoginRequest(
            email: EmailAddress.normalised(request.email),
            password: request.password,
            device: Device.name(of: request.device),
            deviceToken: request.deviceToken,
            client: NetworkClient(request.client, context)
        )
        return try await issue(try await signIn(attempt, context))
    }

    /// Begins a session if the password is right.
    ///
    /// Neither the reply nor its duration reveals whether an address has an account.
    ///
    /// - Throws: `wrongCredentials`; `tooManyRequests` after too many of them, even for the right password;
    ///   `secondFactorRequired` for the right password of an account with a second factor.
    func signIn(_ request: LoginRequest, _ context: RequestContext) async throws -> SignIn {
        for _ in 0..<Self.signInAttemptsMax {
            if let signIn = try await attemptSignIn(request, context) { return signIn }
        }
        throw ServiceError(.conflict, "The password was changed meanwhile; sign in again.")
    }

    /// Maximum number of attempts to verify a password while concurrent requests replace its hash.
    private static let signInAttemptsMax = 3

    /// Attempts to sign in once; nil if the password hash changed between its verification and the transaction.
    private func attemptSignIn(_ request: LoginRequest, _ context: RequestContext) async throws -> SignIn? {
        let (account, counters) = try await account(of: request)
        let share = hashingShare(of: account, counters, request.client)
        let isRight = try await passwords.verify(
            request.password,
            against: account?.passwordHash,
            for: share,
            before: context.deadline
        )
        let verifiedAccount = isRight ? account : nil
        let proof = LoginProof(
            counters: counters,
            verifiedAccount: verifiedAccount,
            renewedHash: try await renewedHash(of: verifiedAccount, request.password, share, context),
            device: request.device
        )
        let (nowS, lifetimes) = (nowS, lifetimes)
        let attempt = try await store.write(context) { try $0.attempt(proof, lifetimes, at: nowS) }
        return try resolve(attempt, of: account?.id, request.client, context)
    }

    /// Returns the share that the hash counts for: the user on a known device, the network client otherwise.
    private func hashingShare(
        of account: Account?,
        _ counters: AttemptCounters,
        _ client: NetworkClient
    ) -> FairSemaphore.Share {
        guard let account, counters.own.kind == .device else { return .client(client.text) }
        return .user(account.id)
    }

    /// Logs the result of an attempt, and returns the sign-in or throws its error.
    private func resolve(
        _ attempt: LoginAttempt,
        of user: UserID?,
        _ client: NetworkClient,
        _ context: RequestContext
    ) throws -> SignIn? {
        switch attempt {
        case .passwordChanged: return nil
        case .signedIn(let signIn, let oneTime):
            if oneTime == .valid { security.record(.oneTimePasswordUsed(user: signIn.account.id), context, client) }
            security.record(.loginSucceeded(user: signIn.account.id, session: signIn.session), context, client)
            return signIn
        case .challenged(let challenge):
            throw Self.secondFactorRequired(challenge)
        case .wrong(let failure):
            logFailure(of: user, failure, context, client)
            throw ServiceError(.wrongCredentials, "E-mail or password is wrong.")
        case .blocked(let block): throw Self.blocked(block)
        case .disabled(let user):
            security.record(.disabledLogin(user: user), context, client)
            throw Self.accountDisabled
        case .spent:
            throw ServiceError(
                .wrongCredentials,
                "This one-time password was used already or has expired; ask for a new one.",
                params: ["reason": "passwordSpent"]
            )
        }
    }

    private func account(of request: LoginRequest) async throws -> (Account?, AttemptCounters) {
        let nowS = self.nowS
        let (account, counters, block) = try await store.read { reader -> (Account?, AttemptCounters, AttemptBlock?) in
            let account = try reader.account(email: request.email)
            let counters = self.counters(
                email: request.email,
                account: account,
                client: request.client,
                deviceToken: request.deviceToken
            )
            return (account, counters, try reader.block(counters, at: nowS))
        }
        if let block { throw Self.blocked(block) }
        return (account, counters)
    }

    /// Returns a hash at the configured cost if the stored hash has another one; nil otherwise.
    private func renewedHash(
        of account: Account?,
        _ password: String,
        _ share: FairSemaphore.Share,
        _ context: RequestContext
    ) async throws -> String? {
        guard let account, passwords.isOutdated(account.passwordHash) else { return nil }
        return try await passwords.hash(password, for: share, before: context.deadline)
    }

    static func blocked(_ block: AttemptBlock) -> ServiceError {
        let message =
            switch block.kind {
            case .accountAndClient, .device:
                "Too many attempts to sign in with this e-mail address; try again later."
            case .client:
                "Too many wrong passwords came from your network address; try again later."
            case .account:
                "Too many wrong passwords came from devices that are new to this e-mail address. Sign in on a device "
                    + "that you used before, set another password by mail, or try again later."
            case .session:
                "The password was wrong too often in this session; try again later."
            }
        return ServiceError(.tooManyRequests, message, params: ["retryAfterSeconds": "\(block.seconds)"])
    }
}

/// A sign-in before its password is checked.
struct LoginRequest: Sendable {
    /// The normalized address.
    var email: String
    var password: String
    var device: String?
    var deviceToken: String?
    var client: NetworkClient
}

/// The result of verifying the password of a sign-in.
private struct LoginProof: Sendable {
    var counters: AttemptCounters
    /// The account, if the password was right; nil otherwise.
    var verifiedAccount: Account?
    /// A hash at the configured cost, if the stored hash has another one.
    var renewedHash: String?
    var device: String?
}

/// The result of one attempt to sign in.
private enum LoginAttempt: Sendable {
    case signedIn(SignIn, OneTimePassword)
    /// The password is right; the account also requires a code.
    case challenged(LoginChallenge)
    /// The password or its hash changed since it was verified.
    case passwordChanged
    case wrong(CountedFailure)
    case blocked(AttemptBlock)
    case disabled(UserID)
    case spent
}

extension SQLTransaction {
    /// Begins a session if the password was right and nothing blocks the account.
    ///
    /// The transaction checks everything again, because transactions are serialized. So even concurrent guesses reveal
    /// only a bounded number of results.
    fileprivate func attempt(
        _ proof: LoginProof,
        _ lifetimes: SessionLifetimes,
        at nowS: Int
    ) throws -> LoginAttempt {
        if let block = try reader.block(proof.counters, at: nowS) { return .blocked(block) }
        // The account may have been erased since it was read.
        guard let verifiedAccount = proof.verifiedAccount, let present = try reader.account(verifiedAccount.id) else {
            return .wrong(try countFailure(proof.counters, at: nowS))
        }
        guard present.passwordHash == verifiedAccount.passwordHash else { return .passwordChanged }
        guard !present.isDisabled else { return .disabled(verifiedAccount.id) }
        let hasSecondFactor = try reader.totp(of: verifiedAccount.id)?.isConfirmed ?? false
        // A one-time password is used up by the session that it begins; with a second factor, only after the code.
        let oneTime =
            try hasSecondFactor
            ? reader.oneTimePassword(of: verifiedAccount, at: nowS) : useOneTimePassword(of: verifiedAccount, at: nowS)
        if oneTime == .spent { return .spent }
        try clearFailures(proof.counters)
        let renewedHash = oneTime == .notOneTime ? proof.renewedHash : nil
        if let renewedHash { try renewHash(of: verifiedAccount, to: renewedHash) }
        if hasSecondFactor {
            let challenge = LoginChallenge.make()
            var updated = present
            updated.passwordHash = renewedHash ?? present.passwordHash
            try insert(challenge, of: updated, at: nowS)
            return .challenged(challenge)
        }
        let signIn = SignIn(account: present, session: .make(), token: .make())
        try begin(signIn, on: proof.device, lifetimes, at: nowS)
        return .signedIn(signIn, oneTime)
    }
}
