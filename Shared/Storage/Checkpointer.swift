import Dispatch
import GRDB
import GRDBSQLite
import Synchronization

/// Moves what stands in the write-ahead log into the file over a connection of its own, while others read and write.
///
/// By default the write that fills the log has to do it, and waits for the disk twice.
final class Checkpointer: Sendable {
    /// Pages of the log, 4 KiB each, from which on a write empties it after all: 256 MiB, so that the log does not grow without
    /// end where this one does not get through, such as beside a reader that stays for minutes.
    private static let logPagesMax = 65_536

    private let queue: DatabaseQueue
    /// How far the log was moved by the last round.
    private let last = Mutex<LogEmptying.Progress?>(nil)

    init(_ path: String) throws {
        do {
            queue = try DatabaseQueue(path: path)
        } catch {
            throw StorageError.cannotOpen(path: path, reason: "\(error)")
        }
    }

    /// Has the writes of a connection leave the log alone.
    static func prepare(_ database: Database) throws {
        try database.execute(sql: "PRAGMA wal_autocheckpoint = \(logPagesMax)")
    }

    /// Moves the log into the file, and has it begin anew if it is long.
    ///
    /// - Parameter pool: The connections of the store.
    /// - Throws: `DatabaseError`.
    func run(besides pool: DatabasePool) async throws {
        guard try await empty() else { return }
        try await pool.beginLogAnew(.restart, waitingMs: 0)
    }

    /// Does what can be done beside writes.
    ///
    /// - Returns: Whether the log is to begin anew.
    @discardableResult
    func empty() async throws -> Bool {
        try await withCheckedThrowingContinuation { continuation in
            queue.asyncWriteWithoutTransaction { database in
                let emptying = LogEmptying(move: { try Self.move(database) }, sync: { try Self.sync(database) })
                continuation.resume(
                    with: Result {
                        let (beginsAnew, progress) = try emptying.run(after: self.last.withLock { $0 })
                        self.last.withLock { $0 = progress }
                        return beginsAnew
                    }
                )
            }
        }
    }

    private static func move(_ database: Database) throws -> LogEmptying.Progress? {
        do {
            let (frames, moved) = try database.checkpoint(.passive)
            return LogEmptying.Progress(frames: frames, moved: moved)
        } catch let error as DatabaseError where error.resultCode == .SQLITE_BUSY {
            return nil
        }
    }

    /// Brings the database file to the disk through SQLite's own file: closing another one of the same database would give up
    /// the process's locks on it.
    private static func sync(_ database: Database) throws {
        var file: UnsafeMutablePointer<sqlite3_file>?
        var code = withUnsafeMutablePointer(to: &file) {
            sqlite3_file_control(database.sqliteConnection, "main", SQLITE_FCNTL_FILE_POINTER, $0)
        }
        if code == SQLITE_OK, let file, let functions = file.pointee.pMethods {
            code = functions.pointee.xSync(file, SQLITE_SYNC_NORMAL)
        }
        guard code == SQLITE_OK else {
            throw DatabaseError(resultCode: ResultCode(rawValue: code), message: "the database file was not synced")
        }
    }

    func close() throws { try queue.close() }
}

extension DatabasePool {
    /// Has the log begin anew between two writes.
    ///
    /// - Parameters:
    ///   - mode: ``Database/CheckpointMode/restart``, or ``Database/CheckpointMode/truncate``, which cuts off its file, too.
    ///   - waitingMs: How long it waits for readers that look at an older state, in milliseconds; no write is done meanwhile.
    /// - Returns: Whether it does; false where a reader was in the way.
    /// - Throws: `DatabaseError`.
    @discardableResult
    func beginLogAnew(_ mode: Database.CheckpointMode, waitingMs: Int32) async throws -> Bool {
        try await withCheckedThrowingContinuation { continuation in
            asyncWriteWithoutTransaction { database in
                sqlite3_busy_timeout(database.sqliteConnection, waitingMs)
                defer { sqlite3_busy_timeout(database.sqliteConnection, Int32(Store.busyTimeoutS * 1_000)) }
                do {
                    _ = try database.checkpoint(mode)
                    continuation.resume(returning: true)
                } catch let error as DatabaseError where error.resultCode == .SQLITE_BUSY {
                    continuation.resume(returning: false)
                } catch {
                    continuation.resume(throwing: error)
                }
            }
        }
    }
}

extension Store {
    /// Moves what stands in the write-ahead log into the file, as far as no reader looks at an old state.
    ///
    /// A log that has become long begins anew. See ``open(_:migrations:pageCacheKiB:hasCheckpointsAside:logger:)``.
    package func checkpointAside() async throws {
        do {
            try await checkpointer?.run(besides: pool)
        } catch {
            throw StorageFailure.serviceError(error)
        }
    }
}
