package import FoundationEssentials
import GRDB
import GRDBSQLite

/// The current row of a running statement: columns by index from 0, without a copy.
///
/// Valid only until the next row is read. A null column reads as 0 or empty, unless it is read as an optional.
@usableFromInline
package struct SQLCursorRow: ~Copyable {
    private let statement: SQLiteStatement

    fileprivate init(_ statement: SQLiteStatement) {
        self.statement = statement
    }

    package func integer(_ column: Int) -> Int64 { sqlite3_column_int64(statement, CInt(column)) }
    package func number(_ column: Int) -> Double { sqlite3_column_double(statement, CInt(column)) }
    package func optionalNumber(_ column: Int) -> Double? { isNull(column) ? nil : number(column) }
    package func optionalText(_ column: Int) -> String? { isNull(column) ? nil : text(column) }
    package func optionalInteger(_ column: Int) -> Int64? { isNull(column) ? nil : integer(column) }
    package func bytes(_ column: Int) -> Data { withBytes(column) { Data($0) } }

    /// The names of all columns.
    var names: [String] {
        (0..<sqlite3_column_count(statement)).map { String(cString: sqlite3_column_name(statement, $0)) }
    }

    /// Returns a value of any type.
    func stored(_ column: Int) -> StoredValue {
        switch sqlite3_column_type(statement, CInt(column)) {
        case SQLITE_INTEGER: .integer(integer(column))
        case SQLITE_FLOAT: .real(number(column))
        case SQLITE_TEXT: .text(text(column))
        case SQLITE_BLOB: .blob(bytes(column))
        default: .null
        }
    }

    package func text(_ column: Int) -> String {
        guard let start = sqlite3_column_text(statement, CInt(column)) else { return "" }
        let count = Int(sqlite3_column_bytes(statement, CInt(column)))
        return String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
    }

    /// Reads a blob, or the UTF-8 of a text, without a copy; empty if it is null.
    package func withBytes<Result>(_ column: Int, _ body: (UnsafeRawBufferPointer) throws -> Result) rethrows -> Result
    {
        // The address first: the count is that of the converted value.
        let start = sqlite3_column_blob(statement, CInt(column))
        let count = Int(sqlite3_column_bytes(statement, CInt(column)))
        return try body(UnsafeRawBufferPointer(start: start, count: start == nil ? 0 : count))
    }

    @usableFromInline package func isNull(_ column: Int) -> Bool {
        sqlite3_column_type(statement, CInt(column)) == SQLITE_NULL
    }
}

extension SQLReader {
    /// Calls the body with each row as it is read, for queries with hundreds of rows on a hot path.
    ///
    /// - Parameters:
    ///   - sql: With `?` for the arguments. The body must not run the same statement.
    ///   - arguments: In order.
    ///   - body: Returns whether to continue.
    /// - Throws: What SQLite or the body throws.
    package func forEach(
        _ sql: String,
        _ arguments: [SQLValue?] = [],
        _ body: (borrowing SQLCursorRow) throws -> Bool
    ) throws {
        try forEach(sql, binding: { try $0.bind(arguments) }, body)
    }

    /// Does the same with arguments bound one by one, for statements that run thousands of times a second.
    ///
    /// - Parameters:
    ///   - sql: With a `?` for each argument. The body must not run the same statement.
    ///   - bind: Binds all of them, in order.
    ///   - body: Returns whether to continue.
    /// - Throws: What SQLite or the body throws.
    package func forEach(
        _ sql: String,
        binding bind: (inout SQLBinder) throws -> Void,
        _ body: (borrowing SQLCursorRow) throws -> Bool
    ) throws {
        try checkTransaction(sql)
        try step(sql, binding: bind, body)
    }

    private func step(
        _ sql: String,
        binding bind: (inout SQLBinder) throws -> Void,
        _ body: (borrowing SQLCursorRow) throws -> Bool
    ) throws {
        let cached = try database.cachedStatement(sql: sql)
        try withExtendedLifetime(cached) {
            let statement = cached.sqliteStatement
            // Reset before as well: a statement that has not finished accepts no arguments.
            sqlite3_reset(statement)
            defer { sqlite3_reset(statement) }
            try SQLBinder.bind(bind, to: statement, sql)
            while try isRow(sqlite3_step(statement), sql) {
                guard try body(SQLCursorRow(statement)) else { return }
            }
        }
    }

    /// Returns the body's result for the first row, if there is one.
    ///
    /// For a SELECT, which is not read any further.
    ///
    /// - Parameters:
    ///   - sql: With a `?` for each argument.
    ///   - bind: Binds all of them, in order.
    ///   - body: Reads the row.
    /// - Returns: The result of the body.
    /// - Throws: What SQLite or the body throws.
    package func first<Value>(
        _ sql: String,
        binding bind: (inout SQLBinder) throws -> Void,
        _ body: (borrowing SQLCursorRow) throws -> Value
    ) throws -> Value? {
        var value: Value?
        try forEach(sql, binding: bind) { row in
            value = try body(row)
            return false
        }
        return value
    }

    /// Does the same with an array of arguments.
    package func first<Value>(
        _ sql: String,
        _ arguments: [SQLValue?],
        _ body: (borrowing SQLCursorRow) throws -> Value
    ) throws -> Value? {
        try first(sql, binding: { try $0.bind(arguments) }, body)
    }

    /// Runs a statement without results and arguments, such as the begin of a transaction.
    ///
    /// - Parameter sql: The statement.
    /// - Throws: What SQLite throws.
    func run(_ sql: String) throws {
        try step(sql, binding: { _ in }, { _ in true })
    }

    /// Throws if SQLite has rolled back the transaction, for example because of a full disk.
    ///
    /// A later statement would otherwise be committed on its own.
    func checkTransaction(_ sql: String) throws {
        guard database.isInsideTransaction else {
            throw DatabaseError(resultCode: .SQLITE_ABORT, message: "the transaction was rolled back", sql: sql)
        }
    }

    private func isRow(_ code: CInt, _ sql: String) throws -> Bool {
        switch code {
        case SQLITE_ROW: true
        case SQLITE_DONE: false
        default: throw failure(code, sql)
        }
    }

    func failure(_ code: CInt, _ sql: String) -> DatabaseError {
        DatabaseError(resultCode: ResultCode(rawValue: code), message: database.lastErrorMessage, sql: sql)
    }
}

extension SQLTransaction {
    /// Rows changed on this connection since it was opened.
    package var totalChanges: Int { reader.database.totalChangesCount }

    /// The row id of the last insert.
    package var lastInsertedNumber: Int64 { reader.database.lastInsertedRowID }
}
