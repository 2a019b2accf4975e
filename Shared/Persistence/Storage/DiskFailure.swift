import GRDB
import GRDBSQLite
import Logging
import Observability

#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// Ends the process when the disk may have lost what was written to it.
///
/// Linux reports a failed write-back once and then counts the pages as written: the next sync succeeds, although bytes
/// of earlier commits are missing on the disk (<https://lwn.net/Articles/752063/>). Commits after such a hole would be
/// acknowledged, and lost with the next power cut. Therefore nothing is tried again. SQLite's recovery at the next
/// start reads what the disk has.
package struct DiskFailure: Sendable {
    /// `EX_OSERR` of sysexits.h.
    ///
    /// Supervisors start the process again.
    package static let exitStatus: Int32 = 71

    /// Errors of the system that a full disk, an exhausted quota, or a limit of the file's size causes.
    private static let fullErrors = [ENOSPC, EDQUOT, EFBIG]

    private let end: @Sendable (any Error) -> Void

    /// - Parameter end: Called with the error of SQLite; ends the process, except in tests.
    init(_ end: @escaping @Sendable (any Error) -> Void) { self.end = end }

    /// Ends this process at once, so that nothing more is written.
    init(path: String, logger: Logger) {
        self.init { error in
            logger.critical(
                """
                the disk has lost what was written to the database; this process ends, and the next one reads what \
                the disk has
                """,
                metadata: ["path": "\(path)", "error": "\(error)"]
            )
            LineLogHandler.flush()
            // Not `exit`, which would run other code while threads still use the database.
            _exit(Self.exitStatus)
        }
    }

    /// Runs an operation on a connection outside of transactions.
    ///
    /// - Throws: The error of the operation, unless it ends the process.
    func watch<Value>(_ database: Database, _ operation: () throws -> Value) throws -> Value {
        do {
            return try operation()
        } catch {
            check(error, in: database)
            throw error
        }
    }

    /// Ends the process if an error of a connection means that bytes may be lost.
    ///
    /// - Returns: Whether they may be, for tests in which the process goes on.
    @discardableResult
    func check(_ error: any Error, in database: Database) -> Bool {
        guard Self.isLoss(error, in: database) else { return false }
        end(error)
        return true
    }

    /// Returns whether an error of a connection means that bytes may be lost.
    static func isLoss(_ error: any Error, in database: Database) -> Bool {
        guard let error = error as? DatabaseError else { return false }
        let causes = [SQLITE_FCNTL_JOURNAL_POINTER, SQLITE_FCNTL_FILE_POINTER].map { lastError(of: $0, database) }
        return isLoss(code: error.extendedResultCode.rawValue, causes: causes)
    }

    /// Returns whether bytes may be lost.
    ///
    /// - Parameters:
    ///   - code: An extended result code of SQLite.
    ///   - causes: The last errors of the system on the files of the database; 0 for none. SQLite itself recognizes
    ///     only one of those of a full disk.
    /// - Returns: True after a failed sync, and after a failed write unless the disk is full.
    package static func isLoss(code: Int32, causes: [Int32]) -> Bool {
        switch ResultCode(rawValue: code) {
        case .SQLITE_IOERR_FSYNC, .SQLITE_IOERR_DIR_FSYNC: true
        // Without a cause, the write was one to a temporary file, which may lie on another disk.
        case .SQLITE_IOERR_WRITE, .SQLITE_IOERR_TRUNCATE: causes.contains { $0 != 0 && !fullErrors.contains($0) }
        default: false
        }
    }

    /// Returns the last error of the system on the log or on the database file; 0 if there was none.
    private static func lastError(of pointer: Int32, _ database: Database) -> Int32 {
        var file: UnsafeMutablePointer<sqlite3_file>?
        var error: Int32 = 0
        let code = withUnsafeMutablePointer(to: &file) {
            sqlite3_file_control(database.sqliteConnection, "main", pointer, $0)
        }
        guard code == SQLITE_OK, let file, let functions = file.pointee.pMethods else { return 0 }
        _ = functions.pointee.xFileControl(file, SQLITE_FCNTL_LAST_ERRNO, &error)
        return error
    }
}
