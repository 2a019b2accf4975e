import Contracts

/// A mail that was promised: what it says, and to whom.
struct OutgoingMail: Sendable {
    /// What a mail says.
    enum Kind: String, Sendable {
        /// How to set another password.
        case passwordReset
        /// That the password was set anew.
        case passwordChanged
        /// How to confirm a new address.
        case emailConfirmation
        /// That another address was asked for.
        case emailChangeNotice
        /// How to confirm the address that an account was made with.
        case addressConfirmation
        /// That a personal access token was made.
        case tokenMade

        /// What the token is good for that goes out with it; nil if none does.
        var tokenPurpose: MailToken.Purpose? {
            switch self {
            case .passwordReset: .passwordReset
            case .emailConfirmation: .emailChange
            case .addressConfirmation: .addressConfirmation
            case .passwordChanged, .emailChangeNotice, .tokenMade: nil
            }
        }
    }

    var id = UUIDv7.make()
    /// Nil stands for a mail that was asked for in vain.
    var account: UserID?
    var kind: Kind
    /// Where it goes; nil for the address that the account has when the mail is sent.
    var recipient: String?
    /// How often it was tried to send it.
    var attempts = 0
}
