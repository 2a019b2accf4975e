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
}
