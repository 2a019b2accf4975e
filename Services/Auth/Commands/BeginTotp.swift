package import Contracts
import Foundation
import Storage

extension AuthService {
    /// The service name that authenticator apps display.
    private static let issuer = "Mealwire"

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
