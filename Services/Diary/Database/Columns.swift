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

extension SQLCursorRow {
    /// Reads a `YYYY-MM-DD` column without copying its text, because one answer may read years of days.
    func date(_ column: Int) throws -> PlainDate {
        let date: PlainDate? = withBytes(column) { bytes in
            guard bytes.count == 10, let year = value(of: bytes[0..<4]), let month = value(of: bytes[5..<7]),
                let day = value(of: bytes[8..<10])
            else { return nil }
            return PlainDate(year: year, month: month, day: day)
        }
        guard let date else { throw ServiceError(.internalError, "The diary holds an invalid date.") }
        return date
    }
}

/// Returns the number that the digits form; nil if a byte is not a digit.
private func value(of digits: Slice<UnsafeRawBufferPointer>) -> Int? {
    var value = 0
    for digit in digits {
        guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(digit) else { return nil }
        value = value * 10 + Int(digit - UInt8(ascii: "0"))
    }
    return value
}
