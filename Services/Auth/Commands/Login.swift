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
        let emailHash = Fingerprint.of(Array(email.utf8))
        let account = try await account(email, emailHash)
        let isRight = try await passwords.verify(password, against: account?.passwordHash, before: context.deadline)
        let known = isRight ? account : nil
        let renewedHash = try await renewedHash(of: known, password, context)

        let (nowS, lifetimes) = (nowS, lifetimes)
        let attempt = try await store.write(context) { transaction -> LoginAttempt in
            // Looked at again here, where attempts come one after the other: of guesses made at the same time, too,
            // only so many are told whether they were right.
            if let seconds = try transaction.reader.blockedForS(emailHash, at: nowS) { return .blocked(forS: seconds) }
            // An account may have been erased since it was read.
            guard let known, try transaction.reader.account(known.id) != nil else {
                try transaction.countFailure(emailHash, at: nowS)
                return .wrong
            }
            try transaction.clearFailures(emailHash)
            if let renewedHash { try transaction.renewHash(of: known, to: renewedHash) }
            if try transaction.reader.totp(of: known.id)?.isConfirmed ?? false {
                let challenge = LoginChallenge.make()
                var shown = known
                shown.passwordHash = renewedHash ?? known.passwordHash
                try transaction.keep(challenge, of: shown, at: nowS)
                return .challenged(challenge)
            }
            let signIn = SignIn(account: known, session: .make(), token: .make())
            try transaction.begin(signIn, on: device, lifetimes, at: nowS)
            return .signedIn(signIn)
        }
        switch attempt {
        case .signedIn(let signIn): return signIn
        case .challenged(let challenge): throw Self.secondFactorRequired(challenge)
        case .wrong: throw ServiceError(.wrongCredentials, "E-mail or password is wrong.")
        case .blocked(let seconds): throw Self.blocked(forS: seconds)
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

/// What one attempt to sign in came to.
private enum LoginAttempt: Sendable {
    case signedIn(SignIn)
    /// A code is asked for, too.
    case challenged(LoginChallenge)
    case wrong
    case blocked(forS: Int)
}
