package import Contracts
import Dispatch
import FileLocking
import FoundationEssentials
import GRDB
package import Logging
import Synchronization
import Threading

/// A service's own SQLite file: a write-ahead log, one owning process, and each commit on disk before it is
/// acknowledged.
package final class Store: Sendable {
    /// Maximum number of readers on any machine: each has its own page cache.
    private static let readersMax = 16
    /// How often a standby instance tries to lock the database.
    private static let standbyInterval = Duration.milliseconds(100)
    /// How long a checkpoint waits for readers, in seconds.
    ///
    /// This is longer than any query of a service. It is no longer than writers can be blocked while another process
    /// reads, such as a backup.
    static let busyTimeoutS = 0.2
    /// SQLite's page cache per connection, in KiB: hot pages fit, and memory use stays small.
    package static let pageCacheKiBDefault = 2_048
    /// Pages of 4 KiB in the write-ahead log from which a write checkpoints it.
    ///
    /// Frequently changed pages are moved less often than with SQLite's 1,000. After a crash, reading 16 MB is quick.
    private static let logPages = 4_000
    /// Size to which the log's file is truncated when the log restarts: 16 MiB.
    ///
    /// This is its usual size, so commits seldom extend the file.
    ///
    /// Growth beyond it, caused by a transaction or a long reader, is given back.
    private static let logFileBytes = 16 << 20
    /// Minimum page cache of the writer, in KiB.
    ///
    /// Changes are spread over the file, and reading a page again costs more than changing it.
    ///
    /// Unlike the readers, the writer keeps its cached pages at each commit.
    private static let writerCacheKiBMin = 8_192

    let pool: DatabasePool
    let commits: GroupCommit
    let tombstones: Tombstones
    let cleaning = CleaningFlag()
    /// Held by a cleaning, so that no other caller learns that the log is clean before it is.
    let cleaningLock = AsyncLock()
    let mentions = UserMentionCache()
    let removals: RemovalMark
    let rebuilds = Mutex(RebuildSchedule())
    let diskFailure: DiskFailure
    /// Checkpoints the write-ahead log concurrently with writes; nil if the writes do so themselves.
    let checkpointer: Checkpointer?
    /// A pending check of the file, to run while it is served; nil if none is needed.
    package let startCheck: StartCheck?
    private let lock: FileLock
    /// Serial, so that most readers stay free for short reads.
    private let longReads = DispatchQueue(label: "mealwire.long-reads")

    /// Opens a database and migrates its schema.
    ///
    /// While another process owns the database, waits as a warm standby.
    ///
    /// A database that is marked as restored gets a new epoch; see ``restoreMarker(of:)``. After an unclean end the
    /// file is checked first. If that takes long, the caller must run ``startCheck`` instead.
    ///
    /// - Parameters:
    ///   - path: The path of the file.
    ///   - migrations: The service's migrations, in order.
    ///   - pageCacheKiB: The page cache of each connection. A larger one pays off for a large file with bulk writes.
    ///   - hasCheckpointsAside: Whether the service calls ``checkpointConcurrently()`` regularly, so that writes rarely
    ///     checkpoint.
    ///   - undoInMemory: Whether rollback and sort data stay in memory. Otherwise SQLite writes them to a temporary
    ///     file, one page for each page that a write changes.
    ///   - recorder: Records the statements after the migrations, for tests.
    ///   - diskFailed: Called when the disk may have lost written bytes, in tests; nil to end the process.
    ///   - logger: Receives a notice if this instance has to wait, and one for each table that a migration empties.
    /// - Returns: The store, which this process owns.
    /// - Throws: `StorageError` if the file cannot be opened, is damaged or of a newer version; the error of a
    ///   migration.
    package static func open(
        _ path: String,
        migrations: [Migration],
        pageCacheKiB: Int = pageCacheKiBDefault,
        hasCheckpointsAside: Bool = false,
        undoInMemory: Bool = false,
        recorder: StatementRecorder? = nil,
        diskFailed: (@Sendable (any Error) -> Void)? = nil,
        logger: Logger
    ) async throws -> Store {
        let lock = try await takeLock(of: path, logger: logger)
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
            diskFailure: diskFailed.map(DiskFailure.init) ?? DiskFailure(path: path, logger: logger),
            lock: lock,
            logger: logger
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
        diskFailure: DiskFailure,
        lock: consuming FileLock,
        logger: Logger
    ) throws {
        self.startCheck = startCheck
        self.diskFailure = diskFailure
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
        // After the pool is open, not in `prepareDatabase`: GRDB sets NORMAL when it enables the write-ahead log. A
        // commit would then be on disk only some time after its answer.
        try pool.writeWithoutTransaction { writer in
            try Durability.onDisk.set(in: writer)
            try writer.execute(sql: "PRAGMA cache_size = -\(max(pageCacheKiB, Self.writerCacheKiBMin))")
            try writer.execute(sql: "PRAGMA journal_size_limit = \(Self.logFileBytes)")
            if !hasCheckpointsAside { try writer.execute(sql: "PRAGMA wal_autocheckpoint = \(Self.logPages)") }
        }
        self.lock = lock
        do {
            try Self.migrate(pool, Self.ownMigrations + migrations, logger)
        } catch {
            pool.writeWithoutTransaction { _ = diskFailure.check(error, in: $0) }
            throw error
        }
        tombstones = try pool.read { try Tombstones($0) }
        removals = try pool.read { try RemovalMark($0) }
        checkpointer = try hasCheckpointsAside ? Checkpointer(path, diskFailure) : nil
        commits = GroupCommit(
            pool: pool,
            tombstones: tombstones,
            cleaning: cleaning,
            removals: removals,
            mentions: mentions,
            diskFailure: diskFailure
        )
        recorder?.start()
    }

    /// Returns the number of concurrent readers.
    ///
    /// A short read occupies a thread of the cooperative pool, which has one per processor; long reads share one
    /// thread. With fewer readers, threads would wait for each other. More readers would never be used at the same
    /// time.
    package static func readers(processors: Int) -> Int { min(processors + 1, readersMax) }

    private static func takeLock(of path: String, logger: Logger) async throws -> FileLock {
        var hasLogged = false
        while true {
            if let lock = try FileLock.take(path + ".lock") { return lock }
            if !hasLogged {
                logger.notice("another process owns the database; waiting as standby", metadata: ["path": "\(path)"])
                hasLogged = true
            }
            try await Task.sleep(for: standbyInterval)
        }
    }

    private static func migrate(_ pool: DatabasePool, _ migrations: [Migration], _ logger: Logger) throws {
        var migrator = DatabaseMigrator()
        for migration in migrations {
            migrator.registerMigration(migration.name) { try migration.run(in: $0, logger) }
        }
        let applied = try pool.read(migrator.appliedIdentifiers)
        let former = migrations.compactMap(\.former)
        if former.contains(where: { $0.isIncomplete(in: applied) }) { throw StorageError.older(path: pool.path) }
        let unknown = applied.subtracting(migrations.map(\.name)).filter { name in
            !former.contains { $0.contains(name) }
        }
        if let unknown = unknown.min() { throw StorageError.newer(path: pool.path, migration: unknown) }
        try migrator.migrate(pool)
    }

    /// Reads a consistent view of the committed data on the caller's thread.
    ///
    /// For reads of a few milliseconds at most, where switching threads twice would cost more than the read. If all
    /// readers are busy, callers' threads wait. Readers never wait for a caller's thread, so they always make progress.
    ///
    /// - Throws: `ServiceError`, or what the body throws; `CancellationError` if the task was cancelled before.
    package func read<Value: Sendable>(_ body: @escaping @Sendable (SQLReader) throws -> Value) async throws -> Value {
        try Task.checkCancellation()
        return try readOnCallerThread(body)
    }

    /// Reads on a separate thread, for longer reads such as pages of an export.
    ///
    /// - Throws: as ``read(_:)``.
    package func readAtLength<Value: Sendable>(
        _ body: @escaping @Sendable (SQLReader) throws -> Value
    ) async throws -> Value {
        try Task.checkCancellation()
        return try await withCheckedThrowingContinuation { continuation in
            longReads.async { continuation.resume(with: Result { try self.readOnCallerThread(body) }) }
        }
    }

    private func readOnCallerThread<Value>(_ body: (SQLReader) throws -> Value) throws -> Value {
        do {
            return try pool.unsafeRead { database in
                // Does the same as `pool.read`, but with cached statements. Compiling them each time took longer than
                // the look-up of a barcode.
                try SQLReader(database: database).run("BEGIN DEFERRED TRANSACTION")
                defer { Self.endRead(in: database) }
                return try body(SQLReader(database: database))
            }
        } catch {
            throw failure(error)
        }
    }

    /// Ends the view of the database, so that the reader's next view is newer.
    private static func endRead(in database: Database) {
        try? SQLReader(database: database).run("COMMIT TRANSACTION")
        // The commit may have failed, for example for lack of memory. A reader left in its transaction would show old
        // data permanently, and prevent complete checkpoints.
        if database.isInsideTransaction { try? database.execute(sql: "ROLLBACK TRANSACTION") }
    }

    /// Writes; returns when the change has the requested durability.
    ///
    /// Writes that wait at the same time share one commit.
    ///
    /// - Parameters:
    ///   - context: The context of the writing request, if there is one.
    ///   - durability: On disk by default.
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

    /// Translates an error for callers; also marks the file for a check at the next start if it is damaged.
    private func failure(_ error: any Error) -> any Error {
        if let error = error as? DatabaseError, error.resultCode == .SQLITE_CORRUPT {
            StartCheck.markDamaged(pool.path, error.message ?? "\(error.resultCode)")
        }
        return StorageFailure.serviceError(error)
    }

    /// Empties the page caches and closes all readers; waits for reads and writes that have begun.
    ///
    /// A first start fills the writer's cache with pages that the service rarely needs again: 16 MB in the catalog.
    package func releaseCaches() { pool.releaseMemory() }

    /// Closes the file after all writes that have begun.
    ///
    /// First moves the write-ahead log into the file, so that the file alone is a complete copy.
    package func close() throws {
        try checkpointer?.close()
        try pool.writeWithoutTransaction { database in
            try diskFailure.watch(database) { try database.execute(sql: "PRAGMA wal_checkpoint(TRUNCATE)") }
        }
        try pool.close()
    }
}
