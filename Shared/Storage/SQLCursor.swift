package import FoundationEssentials
import GRDB
import GRDBSQLite

/// A row while it is read: columns by place, from 0, without a copy of the row.
///
/// Only good until the next row is read. A column that is null reads as 0 or as empty, unless it is asked for as an optional.
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

    package func text(_ column: Int) -> String {
        guard let start = sqlite3_column_text(statement, CInt(column)) else { return "" }
        let count = Int(sqlite3_column_bytes(statement, CInt(column)))
        return String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
    }

    /// Reads a blob in place, or the UTF-8 of a text; empty where it is null.
    package func withBytes<Result>(_ column: Int, _ body: (UnsafeRawBufferPointer) throws -> Result) rethrows -> Result
    {
        // First the address, as the count is that of what it was brought to.
        let start = sqlite3_column_blob(statement, CInt(column))
        let count = Int(sqlite3_column_bytes(statement, CInt(column)))
        return try body(UnsafeRawBufferPointer(start: start, count: start == nil ? 0 : count))
    }

    private func isNull(_ column: Int) -> Bool { sqlite3_column_type(statement, CInt(column)) == SQLITE_NULL }
}

extension SQLReader {
    /// Calls the body with each row, as it is read; for statements that answer hundreds of rows on a hot path.
    ///
    /// - Parameters:
    ///   - sql: With `?` for the arguments. The body does not run the same statement.
    ///   - arguments: In order.
    ///   - body: Answers whether to read on.
    /// - Throws: What SQLite or the body throws.
    package func forEach(
        _ sql: String,
        _ arguments: [SQLValue?] = [],
        _ body: (borrowing SQLCursorRow) throws -> Bool
    ) throws {
        try forEach(sql, binding: { for argument in arguments { $0.bind(argument) } }, body)
    }

    /// The same with arguments that are set one after the other, for statements that are run thousands of times a second.
    ///
    /// - Parameters:
    ///   - sql: With a `?` for each argument. The body does not run the same statement.
    ///   - bind: Sets all of them, in order.
    ///   - body: Answers whether to read on.
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
            // Before it, too: a statement that was left in its middle takes no arguments.
            sqlite3_reset(statement)
            defer { sqlite3_reset(statement) }
            try SQLBinder.bind(bind, to: statement, sql)
            while try isRow(sqlite3_step(statement), sql) {
                guard try body(SQLCursorRow(statement)) else { return }
            }
        }
    }

    /// What the body makes of the first row, if there is one; for a SELECT, which is not read any further.
    ///
    /// - Parameters:
    ///   - sql: With a `?` for each argument.
    ///   - bind: Sets all of them, in order.
    ///   - body: Reads the row.
    /// - Returns: What it has read.
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

    /// The same with a list of arguments.
    package func first<Value>(
        _ sql: String,
        _ arguments: [SQLValue?],
        _ body: (borrowing SQLCursorRow) throws -> Value
    ) throws -> Value? {
        try first(sql, binding: { for argument in arguments { $0.bind(argument) } }, body)
    }

    /// Runs a statement that answers nothing and takes no arguments, such as the begin of a transaction.
    ///
    /// - Parameter sql: The statement.
    /// - Throws: What SQLite throws.
    func run(_ sql: String) throws {
        try step(sql, binding: { _ in }, { _ in true })
    }

    /// Refuses whatever follows where SQLite has undone the transaction, such as for a full disk: it would be a change of its own.
    func checkTransaction(_ sql: String) throws {
        guard database.isInsideTransaction else {
            throw DatabaseError(resultCode: .SQLITE_ABORT, message: "the transaction was undone", sql: sql)
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

    /// The number of the row that was inserted last.
    package var lastInsertedNumber: Int64 { reader.database.lastInsertedRowID }
}
