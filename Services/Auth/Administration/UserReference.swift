import Contracts
import Storage

/// Finds an account by the text that the operator enters: its id or its e-mail address.
enum UserReference {
    static func account(_ text: String, _ reader: SQLReader) throws -> Account {
        let account =
            if let id = UserID(text) {
                try reader.account(id)
            } else {
                try reader.account(email: EmailAddress.normalised(text))
            }
        guard let account else { throw noAccount }
        return account
    }

    static let noAccount = ServiceError(.notFound, "There is no account with this id or e-mail address.")
}
