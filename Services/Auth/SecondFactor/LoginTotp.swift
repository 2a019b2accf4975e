package import Contracts
import Storage

extension AuthService {
    /// Begins a session with a code, after an earlier request sent the right password.
    ///
    /// - Throws: `unauthenticated` if the sign-in has to start again; `wrongCredentials` with the number of attempts
    ///   left; `tooManyRequests` after too many wrong codes of the account, but never for a recovery code.
    package func loginTotp(_ request: AuthLoginTotp, _ context: RequestContext) async throws -> Session {
        let code = try SecondFactorCode(request.code)
        guard let challenge = LoginChallenge(request.challenge) else { throw Self.challengeExpired }
        let client = NetworkClient(request.client, context)
        switch try await attempt(code, challenge, on: Device.name(of: request.device), context) {
        case .signedIn(let signIn, let codesLeft, let oneTime):
            let user = signIn.account.id
            if oneTime == .valid { security.record(.oneTimePasswordUsed(user: user), context, client) }
            if let codesLeft { security.record(.recoveryCodeUsed(user: user, left: codesLeft), context, client) }
            security.record(.loginSucceeded(user: user, session: signIn.session), context, client)
            var session = try await issue(signIn)
            session.recoveryCodesLeft = codesLeft
            return session
        case .wrong(let user, let attemptsLeft):
            security.record(.wrongCode(user: user), context, client)
            var error = Self.wrongCode
            error.params["attemptsLeft"] = "\(attemptsLeft)"
            throw error
        case .blocked(let seconds): throw Self.codesBlocked(forS: seconds)
        case .over: throw Self.challengeExpired
        case .disabled(let user):
            security.record(.disabledLogin(user: user), context, client)
            throw Self.accountDisabled
        }
    }

    private func attempt(
        _ code: SecondFactorCode,
        _ challenge: LoginChallenge,
        on device: String?,
        _ context: RequestContext
    ) async throws -> CodeAttempt {
        let (nowS, lifetimes) = (nowS, lifetimes)
        return try await store.write(context) { transaction in
            guard let account = try transaction.account(of: challenge, at: nowS) else { return .over }
            guard !account.isDisabled else { return .disabled(account.id) }
            let codesLeft: Int?
            switch try check(code, of: account.id, at: nowS, transaction) {
            case .right: codesLeft = nil
            case .recovered(let left): codesLeft = left
            case .wrong: return .wrong(account.id, attemptsLeft: try transaction.countAttempt(at: challenge))
            case .blocked(let seconds): return .blocked(forS: seconds)
            case .none: return .over
            }
            try transaction.remove(challenge)
            let oneTime = try transaction.useOneTimePassword(of: account, at: nowS)
            if oneTime == .spent { return .over }
            let signIn = SignIn(account: account, session: .make(), token: .make())
            try transaction.begin(signIn, on: device, lifetimes, at: nowS)
            return .signedIn(signIn, codesLeft: codesLeft, oneTime)
        }
    }

    private static let challengeExpired = ServiceError(
        .unauthenticated,
        "This sign-in has taken too long, or had too many wrong codes; start again with e-mail and password."
    )

    /// Returns the error for a right password of an account that also requires a code.
    static func secondFactorRequired(_ challenge: LoginChallenge) -> ServiceError {
        ServiceError(
            .secondFactorRequired,
            "The password is right; now send the code of your authenticator app, or a recovery code.",
            params: ["challenge": challenge.text]
        )
    }
}

/// The result of one code.
private enum CodeAttempt: Sendable {
    case signedIn(SignIn, codesLeft: Int?, OneTimePassword)
    case wrong(UserID, attemptsLeft: Int)
    case blocked(forS: Int)
    case over
    case disabled(UserID)
}
