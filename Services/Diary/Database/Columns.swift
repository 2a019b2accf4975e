import Calendar
import Contracts
import Storage

extension SQLRow {
    /// Returns the date of a text column.
    func date(_ column: String) throws -> PlainDate {
        guard let date = PlainDate(try value(column, as: String.self)) else {
            throw ServiceError(.internalError, "The diary holds an invalid date.")
        }
        return date
    }
}
