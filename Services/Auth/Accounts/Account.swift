import Contracts

/// Somebody who can sign in.
struct Account: Sendable {
    var id: UserID
    var email: String
    var name: String
    /// What libsodium made of the password: algorithm, cost, salt and hash in one text.
    var passwordHash: String
    var roles: [Role]
    /// Whether it can be used no longer.
    var isDisabled = false
    /// Whether a mail to the address has reached its owner.
    var isEmailConfirmed = false
}
