package import FoundationEssentials
import GRDB
import GRDBSQLite

/// Sets the arguments of a statement one after the other, without a list of boxed values between.
///
/// For statements that are run hundreds of thousands of times, as in imports: there, boxing took two fifths of the time.
package struct SQLBinder: ~Copyable {
    private let statement: SQLiteStatement
    private var index: CInt = 0

    fileprivate init(_ statement: SQLiteStatement) {
        self.statement = statement
    }

    fileprivate var count: Int { Int(index) }

    /// SQLite copies what it is given, since texts of Swift may move.
    private static var copied: sqlite3_destructor_type { unsafeBitCast(-1, to: sqlite3_destructor_type.self) }

    package mutating func bind(_ value: Int64) {
        index += 1
        sqlite3_bind_int64(statement, index, value)
    }

    package mutating func bind(_ value: Int) { bind(Int64(value)) }

    package mutating func bind(_ value: Bool) { bind(value ? 1 : 0 as Int64) }

    package mutating func bind(_ value: Double) {
        index += 1
        sqlite3_bind_double(statement, index, value)
    }

    package mutating func bind(_ value: String) {
        index += 1
        var value = value
        value.withUTF8 { bytes in
            let count = CInt(clamping: bytes.count)
            _ = bytes.withMemoryRebound(to: CChar.self) {
                sqlite3_bind_text(statement, index, $0.baseAddress, count, Self.copied)
            }
        }
    }

    /// Text that is there as UTF-8.
    package mutating func bind(text value: [UInt8]) {
        index += 1
        value.withUnsafeBytes { bytes in
            _ = bytes.withMemoryRebound(to: CChar.self) {
                sqlite3_bind_text(statement, index, $0.baseAddress, CInt(clamping: bytes.count), Self.copied)
            }
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

    private func bindBytes(_ bytes: UnsafeRawBufferPointer) {
        // A null address would be NULL, and not an empty blob.
        if bytes.isEmpty {
            sqlite3_bind_zeroblob(statement, index, 0)
        } else {
            sqlite3_bind_blob(statement, index, bytes.baseAddress, CInt(clamping: bytes.count), Self.copied)
        }
    }

    package mutating func bind(_ value: String?) { if let value { bind(value) } else { bindNull() } }

    package mutating func bind(_ value: Double?) { if let value { bind(value) } else { bindNull() } }

    package mutating func bind(_ value: Int64?) { if let value { bind(value) } else { bindNull() } }

    package mutating func bind(_ value: Int?) { bind(value.map(Int64.init)) }

    package mutating func bindNull() {
        index += 1
        sqlite3_bind_null(statement, index)
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
        let statement = try reader.database.cachedStatement(sql: sql).sqliteStatement
        sqlite3_reset(statement)
        var binder = SQLBinder(statement)
        try bind(&binder)
        guard binder.count == sqlite3_bind_parameter_count(statement) else {
            throw DatabaseError(resultCode: .SQLITE_MISUSE, message: "wrong number of arguments", sql: sql)
        }
        let code = sqlite3_step(statement)
        let failure = code == SQLITE_DONE ? nil : reader.database.lastErrorMessage
        sqlite3_reset(statement)
        guard code == SQLITE_DONE else {
            throw DatabaseError(resultCode: ResultCode(rawValue: code), message: failure, sql: sql)
        }
        return reader.database.changesCount
    }
}
