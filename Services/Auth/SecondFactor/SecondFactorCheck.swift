import Contracts
import Logging
import Storage

/// The result of checking a code.
enum SecondFactorCheck: Sendable {
    case right
    /// A recovery code, which is now used up, with the number of codes left.
    case recovered(codesLeft: Int)
    case wrong
    /// No code of the app is accepted for the given number of seconds.
    case blocked(forS: Int)
    /// The account has no second factor any more.
    case none
}

extension AuthService {
    /// Checks a code, uses it up if it is right, and counts it if it is wrong.
    ///
    /// The check runs in a serialized transaction, so a code that is sent twice at once succeeds only once.
    func check(
        _ code: SecondFactorCode,
        of user: UserID,
        at nowS: Int,
        _ transaction: SQLTransaction
    ) throws -> SecondFactorCheck {
        guard let totp = try transaction.reader.totp(of: user), totp.isConfirmed else { return .none }
        switch code {
        case .recovery(let code):
            guard try transaction.use(code, of: user) else { return .wrong }
            return .recovered(codesLeft: try transaction.reader.recoveryCodesLeft(of: user))
        case .timeBased(let code):
            return try check(code, totp, of: user, at: nowS, transaction) { step in
                try transaction.use(step, of: user)
            }
        }
    }

    /// Checks a code of the app; passes the time step of a right code to `onMatch`.
    func check(
        _ code: String,
        _ totp: StoredTotp,
        of user: UserID,
        at nowS: Int,
        _ transaction: SQLTransaction,
        onMatch: (Int) throws -> Void
    ) throws -> SecondFactorCheck {
        if let seconds = try transaction.reader.codesBlockedForS(of: user, at: nowS) { return .blocked(forS: seconds) }
        guard let secret = sealingKey.open(totp.sealedSecret, of: user) else {
            logger.error("the secret of a second factor was sealed with another key", metadata: ["user": "\(user)"])
            return .wrong
        }
        guard let step = TimeBasedCodes(secret: secret).step(of: code, at: nowS, after: totp.lastStep) else {
            try transaction.countWrongCode(of: user, at: nowS)
            if try transaction.reader.codesBlockedForS(of: user, at: nowS) != nil {
                security.record(.codesBlocked(user: user))
            }
            return .wrong
        }
        try onMatch(step)
        return .right
    }

    static func codesBlocked(forS seconds: Int) -> ServiceError {
        ServiceError(
            .tooManyRequests,
            "Too many codes of this account were wrong; use a recovery code, or try again later.",
            params: ["retryAfterSeconds": "\(seconds)"]
        )
    }

    static let wrongCode = ServiceError(.wrongCredentials, "The code is wrong, or was used before.")
    static let noSecondFactor = ServiceError(.notFound, "This account has no second factor.")
}
