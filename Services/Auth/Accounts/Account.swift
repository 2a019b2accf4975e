import Contracts
import Foundation

/// An account of a user.
struct Account: Sendable {
    var id: UserID
    var email: String
    var name: String
    /// libsodium's encoded password hash: algorithm, cost, salt and hash in one string.
    var passwordHash: String
    var roles: [Role]
    var isDisabled = false
    /// Whether the owner of the address has confirmed it by a mailed token.
    var isEmailConfirmed = false
}

extension AuthService {
    /// The error for a disabled account.
    ///
    /// Returned only to clients that have sent the right password or a token of the account.
    static let accountDisabled = ServiceError(
        .accountDisabled,
        "This account is disabled. Ask the operator of this server to enable it again."
    )
}

/// The device of a session, as the client names it in its user agent.
enum Device {
    /// In characters: browsers send about 120; the limit bounds what an arbitrary client can store.
    static let lengthMax = 200

    /// Returns the user agent without control characters, cut to the maximum length; nil if nothing is left.
    static func name(of userAgent: String?) -> String? {
        let scalars = (userAgent ?? "").unicodeScalars
            .filter { !CharacterSet.controlCharacters.contains($0) }
            .prefix(lengthMax)
        let name = String(String.UnicodeScalarView(scalars)).trimmingCharacters(in: .whitespaces)
        return name.isEmpty ? nil : name
    }
}
