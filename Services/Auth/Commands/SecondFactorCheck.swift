import Contracts
import Logging
import Storage

/// What came of a code that somebody showed.
enum SecondFactorCheck: Sendable {
    case right
    /// A recovery code, which is used up; so many are left.
    case recovered(codesLeft: Int)
    case wrong
    /// For so many seconds no code of the app is taken.
    case blocked(forS: Int)
    /// There is no second factor any more.
    case none
}

extension AuthService {
    /// Looks at a code, uses it up if it is right, and counts it if it is wrong.
    ///
    /// It runs where writes come one after the other, so that of the same code shown twice at once only one is right.
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

    /// The same for a code of the app alone, which does what is told with the step that it is of.
    func check(
        _ code: String,
        _ totp: KeptTotp,
        of user: UserID,
        at nowS: Int,
        _ transaction: SQLTransaction,
        take: (Int) throws -> Void
    ) throws -> SecondFactorCheck {
        if let seconds = try transaction.reader.codesBlockedForS(of: user, at: nowS) { return .blocked(forS: seconds) }
        guard let secret = sealingKey.open(totp.sealedSecret, of: user) else {
            logger.error("the secret of a second factor was sealed with another key", metadata: ["user": "\(user)"])
            return .wrong
        }
        guard let step = TimeBasedCodes(secret: secret).step(of: code, at: nowS, after: totp.lastStep) else {
            try transaction.countWrongCode(of: user, at: nowS)
            if try transaction.reader.codesBlockedForS(of: user, at: nowS) != nil {
                security.note(.codesBlocked(user: user))
            }
            return .wrong
        }
        try take(step)
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
