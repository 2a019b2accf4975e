import Contracts
import Storage

extension SQLReader {
    /// Whose address it is.
    func user(email: String) throws -> UserID? {
        try scalar("SELECT id FROM account WHERE email = ?", [email], as: String.self).flatMap { UserID($0) }
    }
}

extension SQLTransaction {
    /// Changes the address with which somebody signs in; it must be free.
    func changeEmail(of user: UserID, to email: String) throws {
        try execute("UPDATE account SET email = ? WHERE id = ?", [email, user.description])
    }
}
