package import Contracts
import FoundationEssentials
import Storage

extension AuthService {
    /// Signs in with e-mail and password.
    package func login(_ request: AuthLogin, _ context: RequestContext) async throws -> Session {
        let device = Device.name(of: request.device)
        return try await issue(
            try await signIn(email: request.email, password: request.password, on: device, context)
        )
    }

    /// Begins a session of whoever knows the password.
    ///
    /// What is answered, and how long that takes, does not tell whether an address has an account.
    ///
    /// - Throws: `wrongCredentials`; `tooManyRequests` after too many of them, even for the right password;
    ///   `secondFactorRequired` for the right one, where the account has a second factor.
    func signIn(
        email: String,
        password: String,
        on device: String?,
        _ context: RequestContext
    ) async throws -> SignIn {
        let email = EmailAddress.normalised(email)
        for _ in 0..<Self.looksMax {
            if let signIn = try await trySignIn(email, password, on: device, context) { return signIn }
        }
        throw ServiceError(.conflict, "The password was changed meanwhile; sign in again.")
    }

    /// How often a password is held against a hash that somebody else replaces at the same time.
    private static let looksMax = 3

    /// Nil if the account's password was changed, or its hash renewed, between the look at it and the attempt.
    private func trySignIn(
        _ email: String,
        _ password: String,
        on device: String?,
        _ context: RequestContext
    ) async throws -> SignIn? {
        let emailHash = Fingerprint.of(Array(email.utf8))
        let account = try await account(email, emailHash)
        let isRight = try await passwords.verify(password, against: account?.passwordHash, before: context.deadline)
        let known = isRight ? account : nil
        let proof = LoginProof(
            emailHash: emailHash,
            known: known,
            renewedHash: try await renewedHash(of: known, password, context),
            device: device
        )
        let (nowS, lifetimes) = (nowS, lifetimes)
        let attempt = try await store.write(context) { try $0.attempt(proof, lifetimes, at: nowS) }
        return try noted(attempt, of: account?.id, context)
    }

    /// What an attempt comes to, after whoever watches over the server was told of it.
    private func noted(_ attempt: LoginAttempt, of user: UserID?, _ context: RequestContext) throws -> SignIn? {
        switch attempt {
        case .overtaken: return nil
        case .signedIn(let signIn, let oneTime):
            if oneTime == .taken { security.note(.oneTimePasswordUsed(user: signIn.account.id), context) }
            return signIn
        case .challenged(let challenge):
            throw Self.secondFactorRequired(challenge)
        case .wrong(let inARow):
            noteFailure(of: user, inARow: inARow, context)
            throw ServiceError(.wrongCredentials, "E-mail or password is wrong.")
        case .blocked(let seconds): throw Self.blocked(forS: seconds)
        case .disabled(let user):
            security.note(.disabledLogin(user: user), context)
            throw Self.accountDisabled
        case .spent:
            throw ServiceError(
                .wrongCredentials,
                "This password could be used once, and not for long; ask for a new one.",
                params: ["reason": "passwordSpent"]
            )
        }
    }

    private func account(_ email: String, _ emailHash: Data) async throws -> Account? {
        let nowS = self.nowS
        let (account, blockedForS) = try await store.read { reader in
            (try reader.account(email: email), try reader.blockedForS(emailHash, at: nowS))
        }
        if let blockedForS { throw Self.blocked(forS: blockedForS) }
        return account
    }

    /// A hash at the present cost, where the kept one was made at another.
    private func renewedHash(
        of account: Account?,
        _ password: String,
        _ context: RequestContext
    ) async throws -> String? {
        guard let account, passwords.isOutdated(account.passwordHash) else { return nil }
        return try await passwords.hash(password, before: context.deadline)
    }

    static func blocked(forS seconds: Int) -> ServiceError {
        ServiceError(
            .tooManyRequests,
            "Too many attempts to sign in with this e-mail address; try again later.",
            params: ["retryAfterSeconds": "\(seconds)"]
        )
    }
}

/// What somebody has shown who wants to sign in.
private struct LoginProof: Sendable {
    var emailHash: Data
    /// Whose password it was; nil if it was wrong.
    var known: Account?
    /// A hash at the present cost, where the kept one was made at another.
    var renewedHash: String?
    var device: String?
}

/// What one attempt to sign in came to.
private enum LoginAttempt: Sendable {
    case signedIn(SignIn, OneTimePassword)
    /// A code is asked for, too.
    case challenged(LoginChallenge)
    /// The password was changed meanwhile, or its hash renewed.
    case overtaken
    case wrong(inARow: Int)
    case blocked(forS: Int)
    case disabled(UserID)
    case spent
}

extension SQLTransaction {
    /// Begins a session, if nothing speaks against it.
    ///
    /// All is looked at again here, where attempts come one after the other: of guesses made at the same time, too, only
    /// so many are told whether they were right.
    fileprivate func attempt(
        _ proof: LoginProof,
        _ lifetimes: SessionLifetimes,
        at nowS: Int
    ) throws -> LoginAttempt {
        if let seconds = try reader.blockedForS(proof.emailHash, at: nowS) { return .blocked(forS: seconds) }
        // An account may have been erased since it was read.
        guard let known = proof.known, let present = try reader.account(known.id) else {
            return .wrong(inARow: try countFailure(proof.emailHash, at: nowS))
        }
        guard present.passwordHash == known.passwordHash else { return .overtaken }
        guard !present.isDisabled else { return .disabled(known.id) }
        let hasSecondFactor = try reader.totp(of: known.id)?.isConfirmed ?? false
        // One that is good once is used up by the session that it begins, which with a second factor is after the code.
        let oneTime =
            try hasSecondFactor
            ? reader.oneTimePassword(of: known, at: nowS) : takeOneTimePassword(of: known, at: nowS)
        if oneTime == .spent { return .spent }
        try clearFailures(proof.emailHash)
        let renewedHash = oneTime == .notOne ? proof.renewedHash : nil
        if let renewedHash { try renewHash(of: known, to: renewedHash) }
        if hasSecondFactor {
            let challenge = LoginChallenge.make()
            var shown = present
            shown.passwordHash = renewedHash ?? present.passwordHash
            try keep(challenge, of: shown, at: nowS)
            return .challenged(challenge)
        }
        let signIn = SignIn(account: present, session: .make(), token: .make())
        try begin(signIn, on: proof.device, lifetimes, at: nowS)
        return .signedIn(signIn, oneTime)
    }
}
