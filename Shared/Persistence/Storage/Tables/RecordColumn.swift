package import Calendar
package import Contracts

/// A column of a table, with the property of a record that it stores.
///
/// It has closures, not key paths: a key path takes a tenth of a microsecond for each access, and a page may have ten
/// thousand values.
@usableFromInline
package struct RecordColumn<Record>: Sendable {
    @usableFromInline package let name: String
    /// How a user's data export encodes the values.
    @usableFromInline package let form: ExportTable.Form
    /// Binds the value of a record, as one argument.
    @usableFromInline package let bind: @Sendable (Record, inout SQLBinder) throws -> Void
    /// Sets the property of a record from the column of a row that has this index.
    @usableFromInline package let read: @Sendable (borrowing SQLCursorRow, Int, inout Record) throws -> Void

    /// Describes a column by its bindings; see the properties.
    @usableFromInline
    package init(
        _ name: String,
        as form: ExportTable.Form = .plain,
        bind: @escaping @Sendable (Record, inout SQLBinder) throws -> Void,
        read: @escaping @Sendable (borrowing SQLCursorRow, Int, inout Record) throws -> Void
    ) {
        self.name = name
        self.form = form
        self.bind = bind
        self.read = read
    }

    /// Describes a column.
    ///
    /// - Parameters:
    ///   - name: The name of the column.
    ///   - form: How a user's data export encodes the values.
    ///   - get: Returns the property.
    ///   - set: Sets the property.
    @inlinable
    package init<Value: ColumnValue>(
        _ name: String,
        as form: ExportTable.Form = .plain,
        _ get: @escaping @Sendable (Record) -> Value,
        _ set: @escaping @Sendable (inout Record, Value) -> Void
    ) {
        self.init(
            name,
            as: form,
            bind: { try get($0).bind(to: &$1) },
            read: { set(&$2, try Value.value(in: $0, $1)) }
        )
    }
}

/// A value that a column stores.
@usableFromInline
package protocol ColumnValue: Sendable {
    /// Binds the value as one argument.
    func bind(to binder: inout SQLBinder) throws

    /// Reads the value of a column.
    ///
    /// - Throws: `internalError` if the column holds something else.
    static func value(in row: borrowing SQLCursorRow, _ index: Int) throws -> Self
}

extension String: ColumnValue {
    @usableFromInline package func bind(to binder: inout SQLBinder) { binder.bind(self) }
    @usableFromInline package static func value(in row: borrowing SQLCursorRow, _ index: Int) -> String {
        row.text(index)
    }
}

extension Int: ColumnValue {
    @usableFromInline package func bind(to binder: inout SQLBinder) { binder.bind(self) }
    @usableFromInline package static func value(in row: borrowing SQLCursorRow, _ index: Int) -> Int {
        Int(row.integer(index))
    }
}

extension Int64: ColumnValue {
    @usableFromInline package func bind(to binder: inout SQLBinder) { binder.bind(self) }
    @usableFromInline package static func value(in row: borrowing SQLCursorRow, _ index: Int) -> Int64 {
        row.integer(index)
    }
}

extension Double: ColumnValue {
    @usableFromInline package func bind(to binder: inout SQLBinder) { binder.bind(self) }
    @usableFromInline package static func value(in row: borrowing SQLCursorRow, _ index: Int) -> Double {
        row.number(index)
    }
}

extension Bool: ColumnValue {
    @usableFromInline package func bind(to binder: inout SQLBinder) { binder.bind(self) }
    @usableFromInline package static func value(in row: borrowing SQLCursorRow, _ index: Int) -> Bool {
        row.integer(index) != 0
    }
}

extension Optional: ColumnValue where Wrapped: ColumnValue {
    @inlinable package func bind(to binder: inout SQLBinder) throws {
        if let self { try self.bind(to: &binder) } else { binder.bindNull() }
    }

    @inlinable package static func value(in row: borrowing SQLCursorRow, _ index: Int) throws -> Wrapped? {
        row.isNull(index) ? nil : try Wrapped.value(in: row, index)
    }
}

extension PlainDate: ColumnValue {
    package func bind(to binder: inout SQLBinder) { binder.bind(description) }
    package static func value(in row: borrowing SQLCursorRow, _ index: Int) throws -> PlainDate {
        try row.date(index)
    }
}

extension Identifier: ColumnValue {
    package func bind(to binder: inout SQLBinder) { binder.bind(description) }
    package static func value(in row: borrowing SQLCursorRow, _ index: Int) throws -> Identifier {
        // Without a copy of its text, because a page may have a hundred ids.
        let uuid = row.withBytes(index) { UUIDv7(utf8: $0.bindMemory(to: UInt8.self)) }
        guard let uuid else { throw ServiceError.unreadableValue }
        return Identifier(uuid)
    }
}

/// A value that a column stores as JSON.
package struct AsJSON<Value: Codable & Sendable>: ColumnValue {
    package let value: Value

    package init(_ value: Value) {
        self.value = value
    }

    package func bind(to binder: inout SQLBinder) throws { binder.bind(text: try PayloadCoder.encode(value)) }

    package static func value(in row: borrowing SQLCursorRow, _ index: Int) throws -> AsJSON {
        AsJSON(try JSONText(text: row.text(index)).decode(Value.self))
    }
}

/// Enums with texts as raw values, which declare the conformance.
extension ColumnValue where Self: RawRepresentable, RawValue == String {
    @usableFromInline package func bind(to binder: inout SQLBinder) { binder.bind(rawValue) }
    @usableFromInline package static func value(in row: borrowing SQLCursorRow, _ index: Int) throws -> Self {
        guard let value = Self(rawValue: row.text(index)) else { throw ServiceError.unreadableValue }
        return value
    }
}

extension SQLCursorRow {
    /// Reads a `YYYY-MM-DD` column without copying its text, because one answer may read years of days.
    ///
    /// - Throws: `internalError` if the column holds no date.
    package func date(_ column: Int) throws -> PlainDate {
        let date: PlainDate? = withBytes(column) { bytes in
            guard bytes.count == 10, let year = value(of: bytes[0..<4]), let month = value(of: bytes[5..<7]),
                let day = value(of: bytes[8..<10])
            else { return nil }
            return PlainDate(year: year, month: month, day: day)
        }
        guard let date else { throw ServiceError.unreadableValue }
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

extension ServiceError {
    fileprivate static let unreadableValue = ServiceError(.internalError, "The database holds an unreadable value.")
}
