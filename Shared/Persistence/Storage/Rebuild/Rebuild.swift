import Contracts
import GRDB
import GRDBSQLite
import Synchronization

extension Store {
    /// Steps of SQLite's virtual machine between two looks for waiting writes: some tens of microseconds.
    private static let stepsPerLook: Int32 = 1_000

    /// Rebuilds the file if it may contain copies of removed rows, and a good time has come; see ``RebuildSchedule``.
    ///
    /// Call it every few seconds.
    ///
    /// - Throws: `ServiceError`. The rebuild is then due again after the usual pause.
    package func rebuildIfDue() async throws {
        if removals.isStored {
            let moment = RebuildSchedule.Moment(
                nowNs: Deadline.monotonicNanoseconds(),
                lastWriteNs: commits.lastWriteNs,
                bytes: Self.size(of: pool.path) ?? 0,
                local: .now
            )
            guard rebuilds.withLock({ $0.isDue(at: moment) }) else { return }
            do {
                guard try await vacuum() else { return }
            } catch {
                rebuilds.withLock { $0.record(at: moment) }
                throw error
            }
            rebuilds.withLock { $0.record(at: moment) }
        }
        // Also at the next looks, until no reader prevents it.
        _ = try await cleanUp()
    }

    /// Rebuilds the file now if it may contain copies of removed rows.
    ///
    /// - Returns: Whether no file contains a removed row; false if a waiting write or a reader prevented it. Then the
    ///   caller must try again.
    /// - Throws: `ServiceError`.
    package func rebuild() async throws -> Bool {
        if removals.isStored, try await !vacuum() { return false }
        return try await cleanUp()
    }

    /// Rebuilds the file with SQLite's `VACUUM`, on the writer's queue.
    ///
    /// - Returns: Whether the file is new; false if a write began to wait or the task was cancelled. Then the file is
    ///   as before.
    private func vacuum() async throws -> Bool {
        do {
            let reason = StopReason(commits)
            let isNew = try await withTaskCancellationHandler {
                try await withCheckedThrowingContinuation { continuation in
                    pool.asyncWriteWithoutTransaction { [self] database in
                        continuation.resume(
                            with: Result { try diskFailure.watch(database) { try vacuum(database, until: reason) } }
                        )
                    }
                }
            } onCancel: {
                reason.cancel()
            }
            guard isNew else { return false }
            // What can run beside writes, so that the cleaning of the log stops them for a moment only.
            if checkpointer == nil {
                let aside = try Checkpointer(pool.path, diskFailure)
                try await aside.checkpoint()
                try aside.close()
            }
            return true
        } catch {
            throw StorageFailure.serviceError(error)
        }
    }

    private func vacuum(_ database: Database, until reason: StopReason) throws -> Bool {
        let connection = database.sqliteConnection
        let logPages = try Int.fetchOne(database, sql: "PRAGMA wal_autocheckpoint") ?? 0
        let temporary = try Int.fetchOne(database, sql: "PRAGMA temp_store") ?? 0
        // Only a defect of SQLite could make these fail. The next process sets them again.
        defer {
            try? database.execute(sql: "PRAGMA wal_autocheckpoint = \(logPages); PRAGMA temp_store = \(temporary)")
        }
        // The commit must not move the log into the file at once, because writes would wait. The temporary copy lies in
        // a file: it may be larger than the memory.
        try database.execute(sql: "PRAGMA wal_autocheckpoint = 0; PRAGMA temp_store = FILE")
        // Not `sqlite3_interrupt`, which could stop a later statement.
        sqlite3_progress_handler(
            connection,
            Self.stepsPerLook,
            { reason in
                guard let reason else { return 0 }
                return Unmanaged<StopReason>.fromOpaque(reason).takeUnretainedValue().applies ? 1 : 0
            },
            Unmanaged.passUnretained(reason).toOpaque()
        )
        defer { withExtendedLifetime(reason) { sqlite3_progress_handler(connection, 0, nil, nil) } }
        do {
            try database.execute(sql: "VACUUM")
        } catch let error as DatabaseError where [.SQLITE_INTERRUPT, .SQLITE_BUSY].contains(error.resultCode) {
            return false
        }
        // The log contains the pages of before.
        cleaning.raise()
        try removals.clear(in: database)
        return true
    }
}

/// What stops a rebuild: a waiting write, or the end of the process.
private final class StopReason: Sendable {
    private let commits: GroupCommit
    private let isCancelled = Atomic(false)

    init(_ commits: GroupCommit) { self.commits = commits }

    var applies: Bool { isCancelled.load(ordering: .relaxed) || commits.hasWaitingWrites }

    func cancel() { isCancelled.store(true, ordering: .relaxed) }
}
