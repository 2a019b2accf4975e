import Calendar
package import Contracts
import FoundationEssentials
import Storage

extension AuthService {
    /// How long after its sign-in a session may create a token without further proof, in seconds.
    ///
    /// The user has just sent password and code.
    private static let recentSignInS = 15 * 60

    /// Creates a personal access token for the caller.
    ///
    /// A token outlives its session by up to a year. So an older session has to send the password again, and a code if
    /// the account has a second factor.
    ///
    /// - Throws: `forbidden` with the reason `passwordRequired`, `codeRequired` or `emailUnconfirmed`; the errors for a
    ///   wrong password or code.
    package func makeToken(_ request: AuthTokensMake, _ context: RequestContext) async throws -> AuthTokensMake.Reply {
        let nowS = nowS
        let requested = try PersonalTokenRequest(request, at: nowS)
        let code = try request.code.map { text throws(ServiceError) in try SecondFactorCode(text) }
        let owner: Account? =
            if let password = request.password { try await reauthenticate(with: password, context) } else { nil }
        let (token, id) = (PersonalTokenSecret.make(), TokenID.make())
        let (user, outcome) = try await store.write(context) { transaction -> (UserID, SecondFactorCheck) in
            let user = try requireOpenSession(context, at: nowS, transaction)
            guard let account = try transaction.reader.account(user) else { throw Self.accountMissing }
            try requireConfirmedEmail(of: account)
            if let owner {
                try requireReauthentication(of: owner, at: nowS, context, transaction)
                let outcome = try checkCode(code, of: user, at: nowS, transaction)
                guard outcome.isAccepted else { return (user, outcome) }
                try insert(token, id, requested, of: user, at: nowS, transaction)
                return (user, outcome)
            }
            try requireRecentSignIn(context, at: nowS, transaction)
            try insert(token, id, requested, of: user, at: nowS, transaction)
            return (user, .right)
        }
        try requireAccepted(outcome, of: user, context)
        security.record(.tokenMade(user: user, token: id), context)
        return AuthTokensMake.Reply(
            token: token.text,
            id: id,
            name: requested.name,
            scopes: requested.scopes,
            expiresAt: Timestamp.text(Date(timeIntervalSince1970: Double(requested.expiresAt)))
        )
    }

    private func insert(
        _ token: PersonalTokenSecret,
        _ id: TokenID,
        _ requested: PersonalTokenRequest,
        of user: UserID,
        at nowS: Int,
        _ transaction: SQLTransaction
    ) throws {
        try transaction.removeExpiredTokens(of: user, at: nowS)
        guard try transaction.reader.personalTokenCount(of: user) < PersonalTokenLimits.tokensMax else {
            throw ServiceError(
                .conflict,
                "An account has at most \(PersonalTokenLimits.tokensMax) tokens; revoke one that is no longer used.",
                params: ["max": "\(PersonalTokenLimits.tokensMax)"]
            )
        }
        try transaction.insert(token, id, requested, of: user, at: nowS)
        let notices = MailRequester.notices(to: user)
        guard try transaction.reader.mailBlockedForS(notices, at: nowS) == nil else { return }
        try transaction.count(notices, at: nowS)
        try transaction.enqueue(OutgoingMail(account: user, kind: .tokenMade), at: nowS)
    }

    private func requireRecentSignIn(
        _ context: RequestContext,
        at nowS: Int,
        _ transaction: SQLTransaction
    ) throws {
        guard let principal = context.principal,
            let begunAt = try transaction.reader.startTime(of: principal.session, of: principal.user),
            nowS - begunAt < Self.recentSignInS
        else {
            throw ServiceError(
                .forbidden,
                "You signed in too long ago to create a token; send your password in the field password.",
                params: ["reason": "passwordRequired"]
            )
        }
    }

    /// Checks the code that accompanies a password; accounts without a second factor need none.
    private func checkCode(
        _ code: SecondFactorCode?,
        of user: UserID,
        at nowS: Int,
        _ transaction: SQLTransaction
    ) throws -> SecondFactorCheck {
        guard try transaction.reader.totp(of: user)?.isConfirmed ?? false else { return .right }
        guard let code else {
            throw ServiceError(
                .forbidden,
                "This account has a second factor; send a code in the field code.",
                params: ["reason": "codeRequired"]
            )
        }
        return try check(code, of: user, at: nowS, transaction)
    }
}

extension SecondFactorCheck {
    fileprivate var isAccepted: Bool {
        switch self {
        case .right, .recovered: true
        case .wrong, .blocked, .none: false
        }
    }
}

extension AuthService {
    /// Revokes one of the caller's personal access tokens; gateways refuse it within a second.
    package func revokeToken(_ request: AuthTokensRevoke, _ context: RequestContext) async throws -> Empty {
        let (user, nowS) = (try context.user(), nowS)
        let reply = try await store.writeIdempotently(request, context) { transaction in
            let user = try requireOpenSession(context, at: nowS, transaction)
            guard try transaction.revoke(request.id, of: user) else {
                throw ServiceError(.notFound, "None of your tokens has this id.")
            }
            return Empty()
        }
        security.record(.tokenRevoked(user: user, token: request.id), context)
        return reply
    }
}
