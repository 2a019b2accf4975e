package import GRDB

/// A value passed to or read from SQL.
package typealias SQLValue = any DatabaseValueConvertible

/// One row of a result; columns are read by name: `row.value("kcal", as: Double.self)`.
package struct SQLRow {
    let row: Row

    /// Returns the value of a NOT NULL column.
    ///
    /// - Throws: if the column is missing, null or of another type, which is a defect of the statement.
    package func value<Value: DatabaseValueConvertible>(_ column: String, as type: Value.Type = Value.self) throws
        -> Value
    {
        try Value.decodeRequired(row, column)
    }

    /// Returns the value of a column; nil if it is null.
    package func optional<Value: DatabaseValueConvertible>(_ column: String, as type: Value.Type = Value.self) -> Value?
    {
        row[column]
    }
}

extension DatabaseValueConvertible {
    static func decodeRequired(_ row: Row, _ column: String) throws -> Self {
        guard let value: Self = row[column] else {
            throw DatabaseError(resultCode: .SQLITE_MISMATCH, message: "column \(column) is null or of another type")
        }
        return value
    }
}

/// Reads within one consistent view of the database.
package struct SQLReader {
    let database: Database

    /// Returns every row of a query.
    ///
    /// Each `?` in it is replaced by an argument, in order.
    package func rows(_ sql: String, _ arguments: [SQLValue?] = []) throws -> [SQLRow] {
        let statement = try database.cachedStatement(sql: sql)
        return try Row.fetchAll(statement, arguments: StatementArguments(arguments)).map(SQLRow.init)
    }

    /// Returns the first row of a query, if any.
    package func row(_ sql: String, _ arguments: [SQLValue?] = []) throws -> SQLRow? {
        let statement = try database.cachedStatement(sql: sql)
        return try Row.fetchOne(statement, arguments: StatementArguments(arguments)).map(SQLRow.init)
    }

    /// Returns the first column of the first row.
    package func scalar<Value: DatabaseValueConvertible>(
        _ sql: String,
        _ arguments: [SQLValue?] = [],
        as type: Value.Type = Value.self
    ) throws -> Value? {
        let statement = try database.cachedStatement(sql: sql)
        return try Value.fetchOne(statement, arguments: StatementArguments(arguments))
    }
}
