import Contracts
import Storage

extension SQLReader {
    /// Whose address it is.
    func user(email: String) throws -> UserID? {
        try scalar("SELECT id FROM account WHERE email = ?", [email], as: String.self).flatMap { UserID($0) }
    }
}

extension SQLTransaction {
    /// Changes the address with which somebody signs in; it must be free, and a mail to it must have been received.
    func changeEmail(of user: UserID, to email: String, at nowS: Int) throws {
        try execute(
            "UPDATE account SET email = ?, email_confirmed_at = ? WHERE id = ?",
            [email, nowS, user.description]
        )
    }

    /// Notes that the owner of an account's address has received a mail to it.
    func confirmEmail(of user: UserID, at nowS: Int) throws {
        try execute(
            "UPDATE account SET email_confirmed_at = coalesce(email_confirmed_at, ?) WHERE id = ?",
            [nowS, user.description]
        )
    }
}
