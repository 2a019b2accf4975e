import Calendar
import Contracts
import Storage

extension SQLRow {
    /// Returns the user id of a row.
    func user() throws -> UserID {
        guard let user = UserID(try value("user_id", as: String.self)) else {
            throw ServiceError(.internalError, "The diary holds an unreadable user id.")
        }
        return user
    }

    /// Returns the date of a text column.
    func date(_ column: String) throws -> PlainDate {
        guard let date = PlainDate(try value(column, as: String.self)) else {
            throw ServiceError(.internalError, "The diary holds an invalid date.")
        }
        return date
    }
}
