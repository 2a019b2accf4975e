package import Contracts

extension SQLRow {
    /// Returns the user of the column `user_id`.
    ///
    /// - Throws: `internalError` for a text that is no id, and an error if the column is missing or null.
    package func user() throws -> UserID {
        guard let user = UserID(try value("user_id", as: String.self)) else {
            throw ServiceError(.internalError, "The database holds an unreadable user id.")
        }
        return user
    }
}
