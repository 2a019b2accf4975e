import GRDB

/// A value passed to SQL.
///
/// Bare texts, numbers and bytes, and the types of columns of a ``RecordTable``: any database has them.
package typealias SQLValue = any ColumnValue

/// One row of a result; columns are read by name: `row.value("kcal", as: Double.self)`.
package struct SQLRow: Sendable {
    private let names: [String]
    private let values: [StoredValue]

    fileprivate init(_ names: [String], _ row: borrowing SQLCursorRow) {
        self.names = names
        values = names.indices.map { row.stored($0) }
    }

    /// Returns the value of a NOT NULL column.
    ///
    /// - Throws: if the column is missing, null or of another type, which is a defect of the statement.
    package func value<Value: StorableValue>(_ column: String, as type: Value.Type = Value.self) throws -> Value {
        guard let value: Value = optional(column) else {
            throw DatabaseError(resultCode: .SQLITE_MISMATCH, message: "column \(column) is null or of another type")
        }
        return value
    }

    /// Returns the value of a column; nil if it is null.
    package func optional<Value: StorableValue>(_ column: String, as type: Value.Type = Value.self) -> Value? {
        names.firstIndex(of: column).flatMap { Value(stored: values[$0]) }
    }
}

/// Reads within one consistent view of the database.
package struct SQLReader {
    let database: Database

    /// Returns every row of a query.
    ///
    /// Each `?` in it is replaced by an argument, in order.
    package func rows(_ sql: String, _ arguments: [SQLValue?] = []) throws -> [SQLRow] {
        var (names, rows): ([String], [SQLRow]) = ([], [])
        try forEach(sql, arguments) { row in
            if names.isEmpty { names = row.names }
            rows.append(SQLRow(names, row))
            return true
        }
        return rows
    }

    /// Returns the first row of a query, if any.
    package func row(_ sql: String, _ arguments: [SQLValue?] = []) throws -> SQLRow? {
        try first(sql, arguments) { SQLRow($0.names, $0) }
    }

    /// Returns the first column of the first row; nil if there is no row, or null in it.
    package func scalar<Value: StorableValue>(
        _ sql: String,
        _ arguments: [SQLValue?] = [],
        as type: Value.Type = Value.self
    ) throws -> Value? {
        try first(sql, arguments) { Value(stored: $0.stored(0)) } ?? nil
    }
}
