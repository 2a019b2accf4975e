import Contracts

/// A queued mail: its kind and its recipient.
struct OutgoingMail: Sendable {
    /// The kind of a mail, which selects its text.
    enum Kind: String, Sendable {
        /// Instructions to set another password.
        case passwordReset
        /// Notice that the password was reset.
        case passwordChanged
        /// Instructions to confirm a new address.
        case emailConfirmation
        /// Notice that a change of address was requested.
        case emailChangeNotice
        /// Instructions to confirm the address of a new account.
        case addressConfirmation
        /// Notice that a personal access token was created.
        case tokenMade

        /// The purpose of the token in the mail; nil if the mail has none.
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
    /// Nil for a request that sends nothing, because the address has no account or has received enough mail.
    ///
    /// The dispatcher discards such a mail.
    var account: UserID?
    var kind: Kind
    /// The recipient's address; nil for the account's address at the time of sending.
    var recipient: String?
    /// The number of attempts to send it.
    var attempts = 0
}

/// The retry schedule of mail that could not be sent.
package struct MailSchedule: Sendable {
    /// With the default first delay, attempts span half a day; a longer outage of a mail server is considered
    /// permanent.
    package static let attemptsMax = 20
    /// Maximum delay in seconds: mail two hours late is still useful, and an absent server is not contacted constantly.
    static let delayMaxS = 3_600

    /// Delay after the first attempt, in seconds: long enough for a mail server to restart.
    package var firstDelayS = 10

    package init() {}

    /// Returns the delay after the given number of attempts, in seconds.
    package func delayS(after attempts: Int) -> Int {
        // Twelve doublings exceed the maximum already; more could overflow.
        let doublings = min(attempts - 1, 12)
        return min(firstDelayS << doublings, Self.delayMaxS)
    }
}
