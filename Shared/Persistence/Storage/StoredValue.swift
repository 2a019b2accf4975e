package import FoundationEssentials

/// A value as the database has it.
package enum StoredValue: Sendable {
    case null
    case integer(Int64)
    case real(Double)
    case text(String)
    case blob(Data)
}

/// A type of values that a row is read into.
package protocol StorableValue: ColumnValue {
    /// Converts a value; nil if it is null or of another type.
    init?(stored value: StoredValue)
}

extension String: StorableValue {
    package init?(stored value: StoredValue) {
        guard case .text(let text) = value else { return nil }
        self = text
    }
}

extension Int64: StorableValue {
    package init?(stored value: StoredValue) {
        switch value {
        case .integer(let number): self = number
        // A sum or a mean of whole numbers.
        case .real(let number): self.init(exactly: number)
        case .null, .text, .blob: return nil
        }
    }
}

extension Int: StorableValue {
    package init?(stored value: StoredValue) {
        guard let number = Int64(stored: value) else { return nil }
        self.init(number)
    }
}

extension Double: StorableValue {
    package init?(stored value: StoredValue) {
        switch value {
        case .integer(let number): self.init(number)
        case .real(let number): self = number
        case .null, .text, .blob: return nil
        }
    }
}

extension Bool: StorableValue {
    package init?(stored value: StoredValue) {
        guard case .integer(let number) = value else { return nil }
        self = number != 0
    }
}

extension Data: StorableValue {
    package func bind(to binder: inout SQLBinder) { binder.bind(self) }
    package static func value(in row: borrowing SQLCursorRow, _ index: Int) -> Data { row.bytes(index) }

    package init?(stored value: StoredValue) {
        guard case .blob(let bytes) = value else { return nil }
        self = bytes
    }
}
