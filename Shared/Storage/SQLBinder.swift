package import FoundationEssentials
import GRDB
import GRDBSQLite

/// Sets the arguments of a statement one after the other, without a list of boxed values between.
///
/// For statements that are run hundreds of thousands of times, as in imports: there, boxing took two fifths of the time.
package struct SQLBinder: ~Copyable {
    private let statement: SQLiteStatement
    private var index: CInt = 0
    /// Of the first argument that SQLite did not take, such as for want of memory: it would be null.
    private var code = SQLITE_OK

    fileprivate init(_ statement: SQLiteStatement) {
        self.statement = statement
    }

    /// Has all arguments of a statement set.
    ///
    /// - Parameters:
    ///   - bind: Sets them.
    ///   - statement: Which stands at its beginning.
    ///   - sql: Its text.
    /// - Throws: What the closure throws, and if these are more or less arguments than the statement has.
    static func bind(_ bind: (inout SQLBinder) throws -> Void, to statement: SQLiteStatement, _ sql: String) throws {
        var binder = SQLBinder(statement)
        try bind(&binder)
        guard binder.index == sqlite3_bind_parameter_count(statement) else {
            throw DatabaseError(resultCode: .SQLITE_MISUSE, message: "wrong number of arguments", sql: sql)
        }
        guard binder.code == SQLITE_OK else {
            throw DatabaseError(resultCode: ResultCode(rawValue: binder.code), message: "argument not taken", sql: sql)
        }
    }

    /// SQLite copies what it is given, since texts of Swift may move.
    private static var copied: sqlite3_destructor_type { unsafeBitCast(-1, to: sqlite3_destructor_type.self) }

    package mutating func bind(_ value: Int64) {
        index += 1
        note(sqlite3_bind_int64(statement, index, value))
    }

    package mutating func bind(_ value: Int) { bind(Int64(value)) }

    package mutating func bind(_ value: Bool) { bind(value ? 1 : 0 as Int64) }

    package mutating func bind(_ value: Double) {
        index += 1
        note(sqlite3_bind_double(statement, index, value))
    }

    package mutating func bind(_ value: String) {
        index += 1
        var value = value
        value.withUTF8 { bytes in
            let count = CInt(clamping: bytes.count)
            note(
                bytes.withMemoryRebound(to: CChar.self) {
                    sqlite3_bind_text(statement, index, $0.baseAddress, count, Self.copied)
                }
            )
        }
    }

    /// Text that is there as UTF-8.
    package mutating func bind(text value: [UInt8]) {
        index += 1
        value.withUnsafeBytes { bytes in
            note(
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
        // A null address would be NULL, and not an empty blob.
        if bytes.isEmpty {
            note(sqlite3_bind_zeroblob(statement, index, 0))
        } else {
            note(sqlite3_bind_blob(statement, index, bytes.baseAddress, CInt(clamping: bytes.count), Self.copied))
        }
    }

    package mutating func bind(_ value: String?) { if let value { bind(value) } else { bindNull() } }

    package mutating func bind(_ value: Double?) { if let value { bind(value) } else { bindNull() } }

    package mutating func bind(_ value: Int64?) { if let value { bind(value) } else { bindNull() } }

    package mutating func bind(_ value: Int?) { bind(value.map(Int64.init)) }

    /// A value of any type that SQLite stores.
    mutating func bind(_ value: SQLValue?) {
        switch value?.databaseValue.storage {
        case .int64(let value): bind(value)
        case .double(let value): bind(value)
        case .string(let value): bind(value)
        case .blob(let value): bind(value)
        case .null, nil: bindNull()
        }
    }

    package mutating func bindNull() {
        index += 1
        note(sqlite3_bind_null(statement, index))
    }

    private mutating func note(_ code: CInt) {
        if self.code == SQLITE_OK { self.code = code }
    }
}

extension SQLTransaction {
    /// Runs a statement that answers no rows, and tells how many it changed.
    ///
    /// - Parameters:
    ///   - sql: With a `?` for each argument.
    ///   - bind: Sets all of them, in order.
    /// - Returns: The rows that were changed.
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
        return reader.database.changesCount
    }
}
