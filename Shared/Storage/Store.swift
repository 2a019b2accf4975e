package import Contracts
import Dispatch
import FileLocking
import FoundationEssentials
import GRDB
package import Logging

/// A service's own SQLite file: write-ahead log, each commit on disk before it is acknowledged, one owning process.
package final class Store: Sendable {
    /// Most readers, however many processors there are: each has a page cache of its own.
    private static let readersMax = 16
    /// How long a second instance waits between two looks at whether the first one is gone.
    private static let standbyInterval = Duration.milliseconds(100)
    /// How long emptying the write-ahead log waits for readers, in seconds: longer than any query of ours, and no longer
    /// than writers can stand still when somebody else, such as a backup, reads.
    static let busyTimeoutS = 0.2
    /// SQLite's page cache of each connection, in KiB; what is read often fits, and the set stays small.
    package static let pageCacheKiBDefault = 2_048
    /// Pages of 4 KiB that the write-ahead log takes before a write empties it: what changes often goes into the file less often
    /// than with SQLite's 1,000, and after a crash 16 MB are read in no time.
    private static let logPages = 4_000
    /// Bytes of the log's file that stay when the log begins anew, 16 MiB: its usual size, so that commits seldom extend the file.
    ///
    /// What a transaction or a long reader has added to it beyond that is given back.
    private static let logBytesKept = 16 << 20
    /// What the writer keeps at least, in KiB: changes spread over a file, and reading a page again costs more than changing it.
    ///
    /// Unlike readers, it does not have to forget its pages at each commit.
    private static let writerCacheKiBMin = 8_192

    let pool: DatabasePool
    let commits: GroupCommit
    let tombstones: Tombstones
    let cleaning = CleaningFlag()
    let traces = UserTraceRegister()
    /// Empties the write-ahead log beside the writes, where they do not do it themselves.
    let checkpointer: Checkpointer?
    /// A look through the file that is still to be done, beside serving; nil if there is no reason for one.
    package let startCheck: StartCheck?
    private let lock: FileLock
    /// One after the other, so that readers are left for what is short.
    private let longReads = DispatchQueue(label: "mealwire.long-reads")

    /// Opens a database, brings its schema up to date, and waits as a warm standby while another process owns it.
    ///
    /// A database that is marked as restored gets a new epoch; see ``restoreMarker(of:)``. One whose last user was killed is
    /// looked through first, or, if that takes long, by whoever runs ``startCheck``.
    ///
    /// - Parameters:
    ///   - path: Of the file.
    ///   - migrations: Of the service, in order.
    ///   - pageCacheKiB: What each connection may keep of the file; more pays for a large file that is written in bulk.
    ///   - hasCheckpointsAside: Whether the service has the write-ahead log emptied by ``checkpointAside()``, so that hardly
    ///     any write has to do it.
    ///   - undoInMemory: Whether what may have to be undone of a write is noted in memory, and what is sorted, too. Otherwise
    ///     SQLite writes it to a file in the system's temporary directory, a page for each page that a write changes.
    ///   - recorder: Records what is run after the migrations, for tests.
    ///   - logger: Is told when this instance has to wait.
    /// - Returns: The store, which this process owns.
    /// - Throws: `StorageError` if the file cannot be opened, is damaged or of a newer version; what a migration threw.
    package static func open(
        _ path: String,
        migrations: [Migration],
        pageCacheKiB: Int = pageCacheKiBDefault,
        hasCheckpointsAside: Bool = false,
        undoInMemory: Bool = false,
        recorder: StatementRecorder? = nil,
        logger: Logger
    ) async throws -> Store {
        let lock = try await takeLock(of: path, logger: logger)
        try LogFileSystem.use(for: path)
        let startCheck = StartCheck(path)
        if let startCheck, !startCheck.isLong { try startCheck.run() }
        let pragmas = """
            PRAGMA secure_delete = ON;
            PRAGMA cache_size = -\(pageCacheKiB);
            PRAGMA temp_store = \(undoInMemory ? "MEMORY" : "DEFAULT");
            """
        let store = try Store(
            path: path,
            migrations: migrations,
            pragmas: pragmas,
            pageCacheKiB: pageCacheKiB,
            hasCheckpointsAside: hasCheckpointsAside,
            startCheck: startCheck?.isLong == true ? startCheck : nil,
            recorder: recorder,
            lock: lock
        )
        try await store.renewEpochIfRestored(path)
        return store
    }

    private init(
        path: String,
        migrations: [Migration],
        pragmas: String,
        pageCacheKiB: Int,
        hasCheckpointsAside: Bool,
        startCheck: StartCheck?,
        recorder: StatementRecorder?,
        lock: consuming FileLock
    ) throws {
        self.startCheck = startCheck
        var configuration = Configuration()
        configuration.maximumReaderCount = Self.readers(processors: ProcessInfo.processInfo.activeProcessorCount)
        configuration.busyMode = .timeout(Self.busyTimeoutS)
        configuration.prepareDatabase { database in
            try database.execute(sql: pragmas)
            if hasCheckpointsAside { try Checkpointer.prepare(database) }
            recorder?.install(in: database)
        }
        do {
            pool = try DatabasePool(path: path, configuration: configuration)
        } catch {
            throw StorageError(opening: path, error)
        }
        // After the pool is open, and not as it is prepared: GRDB sets NORMAL when it turns on the write-ahead log, and then a
        // commit would be on disk only some time after its answer.
        try pool.writeWithoutTransaction { writer in
            try Durability.onDisk.set(in: writer)
            try writer.execute(sql: "PRAGMA cache_size = -\(max(pageCacheKiB, Self.writerCacheKiBMin))")
            try writer.execute(sql: "PRAGMA journal_size_limit = \(Self.logBytesKept)")
            if !hasCheckpointsAside { try writer.execute(sql: "PRAGMA wal_autocheckpoint = \(Self.logPages)") }
        }
        self.lock = lock
        try Self.migrate(pool, Self.ownMigrations + migrations)
        tombstones = try pool.read { try Tombstones($0) }
        checkpointer = try hasCheckpointsAside ? Checkpointer(path) : nil
        commits = GroupCommit(pool: pool, tombstones: tombstones, cleaning: cleaning, traces: traces)
        recorder?.start()
    }

    /// Returns how many readers a database has at once.
    ///
    /// A short read holds a thread of the shared pool, which has one for each processor; long reads share one thread. With
    /// fewer readers, threads wait for each other; more readers are never used at the same time.
    package static func readers(processors: Int) -> Int { min(processors + 1, readersMax) }

    private static func takeLock(of path: String, logger: Logger) async throws -> FileLock {
        var hasTold = false
        while true {
            if let lock = try FileLock.take(path + ".lock") { return lock }
            if !hasTold {
                logger.notice("another process owns the database; waiting as standby", metadata: ["path": "\(path)"])
                hasTold = true
            }
            try await Task.sleep(for: standbyInterval)
        }
    }

    /// What every database has, whoever's it is.
    static let ownMigrations = [Migration.foundation, .cursorDoubts, .tombstones, .storedReplies]

    private static func migrate(_ pool: DatabasePool, _ migrations: [Migration]) throws {
        var migrator = DatabaseMigrator()
        for migration in migrations {
            migrator.registerMigration(migration.name) { try $0.execute(sql: migration.sql) }
        }
        let applied = try pool.read(migrator.appliedIdentifiers)
        if let unknown = applied.subtracting(migrations.map(\.name)).min() {
            throw StorageError.newer(path: pool.path, migration: unknown)
        }
        try migrator.migrate(pool)
    }

    /// Reads a consistent view of what is committed, on the thread of the caller.
    ///
    /// For what takes a few milliseconds at most: then the two hand-overs to another thread cost more than the read. While more
    /// read than there are readers, threads of callers wait; none of the readers waits for a caller's thread, so that they go on.
    ///
    /// - Throws: `ServiceError`, or what the body throws; `CancellationError` if the task was cancelled before.
    package func read<Value: Sendable>(_ body: @escaping @Sendable (SQLReader) throws -> Value) async throws -> Value {
        try Task.checkCancellation()
        return try readHere(body)
    }

    /// The same for what may take longer, such as pages of an export: on a thread of its own, so that no caller is held up.
    ///
    /// - Throws: as ``read(_:)``.
    package func readAtLength<Value: Sendable>(
        _ body: @escaping @Sendable (SQLReader) throws -> Value
    ) async throws -> Value {
        try Task.checkCancellation()
        return try await withCheckedThrowingContinuation { continuation in
            longReads.async { continuation.resume(with: Result { try self.readHere(body) }) }
        }
    }

    private func readHere<Value>(_ body: (SQLReader) throws -> Value) throws -> Value {
        do {
            return try pool.unsafeRead { database in
                // What `pool.read` does too, but with statements that need not be compiled each time: they took longer than
                // the look-up of a barcode.
                try SQLReader(database: database).run("BEGIN DEFERRED TRANSACTION")
                defer { Self.endRead(in: database) }
                return try body(SQLReader(database: database))
            }
        } catch {
            throw failure(error)
        }
    }

    /// Ends the view of the database, so that the reader's next one is newer.
    private static func endRead(in database: Database) {
        try? SQLReader(database: database).run("COMMIT TRANSACTION")
        // Where that has failed, such as for want of memory. A reader that stayed in it would show what was, for good, and keep
        // the write-ahead log from being emptied.
        if database.isInsideTransaction { try? database.execute(sql: "ROLLBACK TRANSACTION") }
    }

    /// Writes; returns when the change is as safe as it is to be.
    ///
    /// Writes that wait at the same time share one commit.
    ///
    /// - Parameters:
    ///   - context: Of the request that writes, if it is one.
    ///   - durability: On disk, unless it is said otherwise.
    ///   - body: The change.
    /// - Returns: What the body returned.
    /// - Throws: `ServiceError`, or what the body throws; then nothing of it has taken effect.
    package func write<Value: Sendable>(
        _ context: RequestContext? = nil,
        durability: Durability = .onDisk,
        _ body: @escaping @Sendable (SQLTransaction) throws -> Value
    ) async throws -> Value {
        do {
            return try await commits.write(context, durability, body)
        } catch {
            throw failure(error)
        }
    }

    /// Says an error in the terms of callers; damage is noted for the next start, too.
    private func failure(_ error: any Error) -> any Error {
        if let error = error as? DatabaseError, error.resultCode == .SQLITE_CORRUPT {
            StartCheck.markDamaged(pool.path, error.message ?? "\(error.resultCode)")
        }
        return StorageFailure.serviceError(error)
    }

    /// Closes the file after the last write that was begun.
    ///
    /// What stands in the write-ahead log moves into the file first, so that the file alone is a whole copy.
    package func close() throws {
        try checkpointer?.close()
        try pool.writeWithoutTransaction { try $0.execute(sql: "PRAGMA wal_checkpoint(TRUNCATE)") }
        try pool.close()
    }
}
