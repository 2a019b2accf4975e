package import GRDB

/// A value that goes into or comes out of SQL.
package typealias SQLValue = any DatabaseValueConvertible

/// One row of an answer; columns are read by name: `row.value("kcal", as: Double.self)`.
package struct SQLRow {
    let row: Row

    /// The value of a NOT NULL column.
    ///
    /// - Throws: if the column is not there, null or of another type: a defect of the statement.
    package func value<Value: DatabaseValueConvertible>(_ column: String, as type: Value.Type = Value.self) throws
        -> Value
    {
        try Value.decodeRequired(row, column)
    }

    /// The value of a column, or nil where it is null.
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

    /// Every row that a statement answers.
    ///
    /// `?` in it stand for the arguments, in order.
    package func rows(_ sql: String, _ arguments: [SQLValue?] = []) throws -> [SQLRow] {
        let statement = try database.cachedStatement(sql: sql)
        return try Row.fetchAll(statement, arguments: StatementArguments(arguments)).map(SQLRow.init)
    }

    /// The first row that a statement answers, if any.
    package func row(_ sql: String, _ arguments: [SQLValue?] = []) throws -> SQLRow? {
        let statement = try database.cachedStatement(sql: sql)
        return try Row.fetchOne(statement, arguments: StatementArguments(arguments)).map(SQLRow.init)
    }

    /// The first column of the first row.
    package func scalar<Value: DatabaseValueConvertible>(
        _ sql: String,
        _ arguments: [SQLValue?] = [],
        as type: Value.Type = Value.self
    ) throws -> Value? {
        let statement = try database.cachedStatement(sql: sql)
        return try Value.fetchOne(statement, arguments: StatementArguments(arguments))
    }
}
