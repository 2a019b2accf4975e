import Contracts
import Storage

extension SQLReader {
    /// Returns the user with an address.
    func user(email: String) throws -> UserID? {
        try scalar("SELECT id FROM account WHERE email = ?", [email], as: String.self).flatMap { UserID($0) }
    }
}

extension SQLTransaction {
    /// Changes an account's address; it must be free, and confirmed by a mailed token.
    func changeEmail(of user: UserID, to email: String, at nowS: Int) throws {
        try execute(
            "UPDATE account SET email = ?, email_confirmed_at = ? WHERE id = ?",
            [email, nowS, user.description]
        )
    }

    /// Stores that the owner of an account's address has confirmed it.
    func confirmEmail(of user: UserID, at nowS: Int) throws {
        try execute(
            "UPDATE account SET email_confirmed_at = coalesce(email_confirmed_at, ?) WHERE id = ?",
            [nowS, user.description]
        )
    }
}
