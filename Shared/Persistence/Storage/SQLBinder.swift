package import FoundationEssentials
import GRDB
import GRDBSQLite

/// Binds the arguments of a statement one by one, without an array of boxed values.
///
/// For statements that run hundreds of thousands of times, as in imports: boxing took two fifths of the time there.
@usableFromInline
package struct SQLBinder: ~Copyable {
    private let statement: SQLiteStatement
    private var index: CInt = 0
    /// The code of the first argument that SQLite rejected, for example for lack of memory.
    ///
    /// That argument would be null.
    private var code = SQLITE_OK

    fileprivate init(_ statement: SQLiteStatement) {
        self.statement = statement
    }

    /// Binds all arguments of a statement.
    ///
    /// - Parameters:
    ///   - bind: Binds them.
    ///   - statement: The statement, which was reset.
    ///   - sql: The text of the statement.
    /// - Throws: What the closure throws. Also if the number of arguments differs from the statement's.
    static func bind(_ bind: (inout SQLBinder) throws -> Void, to statement: SQLiteStatement, _ sql: String) throws {
        var binder = SQLBinder(statement)
        try bind(&binder)
        guard binder.index == sqlite3_bind_parameter_count(statement) else {
            throw DatabaseError(resultCode: .SQLITE_MISUSE, message: "wrong number of arguments", sql: sql)
        }
        guard binder.code == SQLITE_OK else {
            throw DatabaseError(
                resultCode: ResultCode(rawValue: binder.code),
                message: "an argument was rejected",
                sql: sql
            )
        }
    }

    /// Makes SQLite copy the bytes, because Swift may move texts.
    private static var copied: sqlite3_destructor_type { unsafeBitCast(-1, to: sqlite3_destructor_type.self) }

    package mutating func bind(_ value: Int64) {
        index += 1
        record(sqlite3_bind_int64(statement, index, value))
    }

    package mutating func bind(_ value: Int) { bind(Int64(value)) }

    package mutating func bind(_ value: Bool) { bind(value ? 1 : 0 as Int64) }

    package mutating func bind(_ value: Double) {
        index += 1
        record(sqlite3_bind_double(statement, index, value))
    }

    package mutating func bind(_ value: String) {
        index += 1
        var value = value
        value.withUTF8 { bytes in
            let count = CInt(clamping: bytes.count)
            record(
                bytes.withMemoryRebound(to: CChar.self) {
                    sqlite3_bind_text(statement, index, $0.baseAddress, count, Self.copied)
                }
            )
        }
    }

    /// Binds text given as UTF-8.
    package mutating func bind(text value: [UInt8]) {
        index += 1
        value.withUnsafeBytes { bytes in
            record(
                bytes.withMemoryRebound(to: CChar.self) {
                    sqlite3_bind_text(statement, index, $0.baseAddress, CInt(clamping: bytes.count), Self.copied)
                }
            )
        }
    }

    package mutating func bind(_ value: Data) {
        index += 1
        value.withUnsafeBytes { bindBytes($0) }
    }

    package mutating func bind(_ value: [UInt8]) {
        index += 1
        value.withUnsafeBytes { bindBytes($0) }
    }

    private mutating func bindBytes(_ bytes: UnsafeRawBufferPointer) {
        // A null address would bind NULL instead of an empty blob.
        if bytes.isEmpty {
            record(sqlite3_bind_zeroblob(statement, index, 0))
        } else {
            record(sqlite3_bind_blob(statement, index, bytes.baseAddress, CInt(clamping: bytes.count), Self.copied))
        }
    }

    package mutating func bind(_ value: String?) { if let value { bind(value) } else { bindNull() } }

    package mutating func bind(_ value: Double?) { if let value { bind(value) } else { bindNull() } }

    package mutating func bind(_ value: Int64?) { if let value { bind(value) } else { bindNull() } }

    package mutating func bind(_ value: Int?) { bind(value.map(Int64.init)) }

    /// Binds values in order.
    ///
    /// - Throws: If a value cannot be encoded.
    mutating func bind(_ values: [SQLValue?]) throws {
        for value in values {
            if let value { try value.bind(to: &self) } else { bindNull() }
        }
    }

    @usableFromInline package mutating func bindNull() {
        index += 1
        record(sqlite3_bind_null(statement, index))
    }

    private mutating func record(_ code: CInt) {
        if self.code == SQLITE_OK { self.code = code }
    }
}

extension SQLTransaction {
    /// Runs a statement that returns no rows, and returns how many rows it changed.
    ///
    /// - Parameters:
    ///   - sql: With a `?` for each argument.
    ///   - bind: Binds all of them, in order.
    /// - Returns: The number of changed rows.
    /// - Throws: What SQLite throws.
    @discardableResult
    package func execute(_ sql: String, binding bind: (inout SQLBinder) throws -> Void) throws -> Int {
        try reader.checkTransaction(sql)
        let statement = try reader.database.cachedStatement(sql: sql).sqliteStatement
        sqlite3_reset(statement)
        defer { sqlite3_reset(statement) }
        try SQLBinder.bind(bind, to: statement, sql)
        let code = sqlite3_step(statement)
        guard code == SQLITE_DONE else { throw reader.failure(code, sql) }
        return changedRows(sql)
    }
}
