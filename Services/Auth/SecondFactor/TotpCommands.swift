package import Contracts
import Foundation
import Storage

extension AuthService {
    /// The service name that authenticator apps display.
    private static let issuer = "Mealwire"

    /// Returns whether the caller's sign-in requires a code, and how many recovery codes are left.
    package func totpStatus(_ request: AuthTotpStatus, _ context: RequestContext) async throws -> AuthTotpStatus.Reply {
        let user = try context.user()
        return try await store.read { reader in
            AuthTotpStatus.Reply(
                enabled: try reader.totp(of: user)?.isConfirmed ?? false,
                recoveryCodesLeft: try reader.recoveryCodesLeft(of: user)
            )
        }
    }

    /// Creates the secret of a second factor, which stays inactive until its first code confirms it.
    package func beginTotp(_ request: AuthTotpBegin, _ context: RequestContext) async throws -> AuthTotpBegin.Reply {
        let account = try await reauthenticate(with: request.password, context)
        try requireConfirmedEmail(of: account)
        let secret = RandomBytes.make(count: TimeBasedCodes.secretByteCount)
        let sealedSecret = sealingKey.seal(secret, of: account.id)
        let nowS = nowS
        try await store.write(context) { transaction in
            _ = try requireOpenSession(context, at: nowS, transaction)
            try requireReauthentication(of: account, at: nowS, context, transaction)
            if let totp = try transaction.reader.totp(of: account.id), totp.isConfirmed { throw Self.alreadyEnabled }
            try transaction.insertPendingTotp(sealedSecret, of: account.id, at: nowS)
        }
        let text = Base32.text(secret)
        return AuthTotpBegin.Reply(secret: text, uri: Self.uri(secret: text, of: account))
    }

    static let alreadyEnabled = ServiceError(.conflict, "This account has a second factor already; remove it first.")

    /// Returns the `otpauth` URI that authenticator apps read from a QR code.
    private static func uri(secret: String, of account: Account) -> String {
        // The unreserved characters of RFC 3986 §2.3.
        let unreserved = CharacterSet(
            charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~"
        )
        let name = account.email.addingPercentEncoding(withAllowedCharacters: unreserved) ?? ""
        return "otpauth://totp/\(issuer):\(name)?secret=\(secret)&issuer=\(issuer)&algorithm=SHA1"
            + "&digits=\(TimeBasedCodes.digits)&period=\(TimeBasedCodes.stepS)"
    }
}

extension AuthService {
    /// How long a secret waits for its first code, in seconds: time to install an app.
    private static let pendingLifetimeS = 3_600

    /// Enables the second factor if the code shows that the caller's app has the secret.
    package func confirmTotp(
        _ request: AuthTotpConfirm,
        _ context: RequestContext
    ) async throws -> AuthTotpConfirm.Reply {
        guard case .timeBased(let code) = try SecondFactorCode(request.code) else { throw Self.wrongCode }
        let codes = (0..<RecoveryCode.codesCount).map { _ in RecoveryCode.make() }
        let (user, nowS) = (try context.user(), nowS)
        let outcome = try await store.write(context) { transaction in
            let user = try requireOpenSession(context, at: nowS, transaction)
            guard let totp = try transaction.reader.totp(of: user),
                totp.isConfirmed || totp.createdAt > nowS - Self.pendingLifetimeS
            else { throw ServiceError(.notFound, "There is no second factor to confirm; start again.") }
            if totp.isConfirmed { throw Self.alreadyEnabled }
            return try check(code, totp, of: user, at: nowS, transaction) { step in
                try transaction.confirmTotp(of: user, step: step, recoveryCodes: codes, at: nowS)
            }
        }
        try requireAccepted(outcome, of: user, context)
        security.record(.secondFactorOn(user: user), context)
        return AuthTotpConfirm.Reply(recoveryCodes: codes.map(\.text))
    }

    /// Logs the result of a code from a signed-in user.
    ///
    /// - Throws: An error for every result but a right code.
    func requireAccepted(_ outcome: SecondFactorCheck, of user: UserID, _ context: RequestContext) throws(ServiceError)
    {
        switch outcome {
        case .right: return
        case .recovered(let codesLeft): security.record(.recoveryCodeUsed(user: user, left: codesLeft), context)
        case .wrong:
            security.record(.wrongCode(user: user), context)
            throw Self.wrongCode
        case .blocked(let seconds): throw Self.codesBlocked(forS: seconds)
        case .none: throw Self.noSecondFactor
        }
    }
}

extension AuthService {
    /// Disables the second factor if the caller sends the password and a code.
    package func removeTotp(_ request: AuthTotpRemove, _ context: RequestContext) async throws -> Empty {
        let code = try SecondFactorCode(request.code)
        let account = try await reauthenticate(with: request.password, context)
        let nowS = nowS
        let outcome = try await store.write(context) { transaction in
            _ = try requireOpenSession(context, at: nowS, transaction)
            try requireReauthentication(of: account, at: nowS, context, transaction)
            let outcome = try check(code, of: account.id, at: nowS, transaction)
            switch outcome {
            case .right, .recovered: try transaction.removeTotp(of: account.id)
            case .wrong, .blocked, .none: break
            }
            return outcome
        }
        try requireAccepted(outcome, of: account.id, context)
        security.record(.secondFactorOff(user: account.id), context)
        return Empty()
    }
}
