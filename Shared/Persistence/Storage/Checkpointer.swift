import Dispatch
import GRDB
import GRDBSQLite
import Synchronization

/// Moves the contents of the write-ahead log into the database file on its own connection, while other connections read
/// and write.
///
/// By default, the write that fills the log does this and waits for the disk twice.
final class Checkpointer: Sendable {
    /// Log size, in pages of 4 KiB, from which a write checkpoints the log itself: 256 MiB.
    ///
    /// This bounds the log when the checkpointer makes no progress, for example because of a reader that lasts minutes.
    private static let logPagesMax = 65_536

    private let queue: DatabaseQueue
    private let diskFailure: DiskFailure
    /// The progress of the last round.
    private let last = Mutex<CheckpointRound.Progress?>(nil)

    init(_ path: String, _ diskFailure: DiskFailure) throws {
        self.diskFailure = diskFailure
        do {
            queue = try DatabaseQueue(path: path)
        } catch {
            throw StorageError.cannotOpen(path: path, reason: "\(error)")
        }
    }

    /// Disables SQLite's automatic checkpoints on a connection, up to ``logPagesMax``.
    static func prepare(_ database: Database) throws {
        try database.execute(sql: "PRAGMA wal_autocheckpoint = \(logPagesMax)")
    }

    /// Moves the log into the file, and restarts the log if it is long.
    ///
    /// - Parameter pool: The connections of the store.
    /// - Throws: `DatabaseError`.
    func run(besides pool: DatabasePool) async throws {
        guard try await checkpoint() else { return }
        try await pool.restartLog(.restart, waitingMs: 0, diskFailure)
    }

    /// Performs the part of a checkpoint that can run concurrently with writes.
    ///
    /// - Returns: Whether the log should be restarted.
    @discardableResult
    func checkpoint() async throws -> Bool {
        try await withCheckedThrowingContinuation { continuation in
            queue.asyncWriteWithoutTransaction { [self] database in
                let round = CheckpointRound(move: { try Self.move(database) }, sync: { try Self.sync(database) })
                continuation.resume(
                    with: Result {
                        let (restartsLog, progress) = try diskFailure.watch(database) {
                            try round.run(after: last.withLock { $0 })
                        }
                        last.withLock { $0 = progress }
                        return restartsLog
                    }
                )
            }
        }
    }

    private static func move(_ database: Database) throws -> CheckpointRound.Progress? {
        do {
            let (frames, moved) = try database.checkpoint(.passive)
            return CheckpointRound.Progress(frames: frames, moved: moved)
        } catch let error as DatabaseError where error.resultCode == .SQLITE_BUSY {
            return nil
        }
    }

    /// Syncs the database file to disk through SQLite's own file handle.
    ///
    /// Opening and closing another handle of the same file would release the process's locks on it.
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
    /// Restarts the log between two writes.
    ///
    /// - Parameters:
    ///   - mode: ``Database/CheckpointMode/restart``, or ``Database/CheckpointMode/truncate``, which also truncates the
    ///     file and empties the writer's page cache, so that neither contains removed rows.
    ///   - waitingMs: How long to wait for readers of an older state, in milliseconds. Writes are blocked during this
    ///     time.
    ///   - diskFailure: Ends the process if a sync fails.
    /// - Returns: Whether the log restarts; false if a reader prevented it.
    /// - Throws: `DatabaseError`.
    @discardableResult
    func restartLog(
        _ mode: Database.CheckpointMode,
        waitingMs: Int32,
        _ diskFailure: DiskFailure
    ) async throws -> Bool {
        try await withCheckedThrowingContinuation { continuation in
            asyncWriteWithoutTransaction { database in
                sqlite3_busy_timeout(database.sqliteConnection, waitingMs)
                defer { sqlite3_busy_timeout(database.sqliteConnection, Int32(Store.busyTimeoutS * 1_000)) }
                do {
                    _ = try diskFailure.watch(database) { try database.checkpoint(mode) }
                    // The writer's cached pages still contain what the checkpoint has overwritten in the file. The next
                    // change of such a page would write it into the log again.
                    if mode == .truncate { sqlite3_db_release_memory(database.sqliteConnection) }
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
    /// Moves the contents of the write-ahead log into the file, except what readers of an older state still need.
    ///
    /// Restarts a log that has become long. See ``open(_:migrations:pageCacheKiB:hasCheckpointsAside:logger:)``.
    package func checkpointConcurrently() async throws {
        do {
            try await checkpointer?.run(besides: pool)
        } catch {
            throw StorageFailure.serviceError(error)
        }
    }
}
