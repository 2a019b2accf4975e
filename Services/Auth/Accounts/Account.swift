import Contracts

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
    /// The language tag of the profile, for mail; nil until the profile service has published it.
    var language: String?
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
