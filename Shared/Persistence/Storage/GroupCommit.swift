import Contracts
import GRDB
import Observability
import Synchronization

/// Combines concurrent writes into one commit.
///
/// The disk is the bottleneck, and a commit takes as long for one change as for a hundred.
final class GroupCommit: Sendable {
    /// Maximum writes per commit.
    ///
    /// More would only delay the first of them.
    private static let batchMax = 128
    /// Batches that get a savepoint for each write after a failure.
    ///
    /// Failures occur in bursts, and running a batch twice costs more than its savepoints.
    private static let savepointsAfterFailure = 64

    private let pool: DatabasePool
    private let tombstones: Tombstones
    private let cleaning: CleaningFlag
    private let removals: RemovalMark
    private let mentions: UserMentionCache
    private let diskFailure: DiskFailure
    private let waiting = Mutex<[any PendingWrite]>([])
    private let listener = Mutex(EventsListener())
    /// Batches that may still need a savepoint for each write; used only on the writer's queue.
    private let savepointsDue = Mutex(0)
    /// The connection's current durability; used only on the writer's queue.
    private let durability = Mutex(Durability.onDisk)
    private let metrics = CommitMetrics()
    /// When a commit changed rows last, or the database was opened.
    private let lastChangeNs = Atomic(Deadline.monotonicNanoseconds())

    init(
        pool: DatabasePool,
        tombstones: Tombstones,
        cleaning: CleaningFlag,
        removals: RemovalMark,
        mentions: UserMentionCache,
        diskFailure: DiskFailure
    ) {
        self.pool = pool
        self.tombstones = tombstones
        self.cleaning = cleaning
        self.removals = removals
        self.mentions = mentions
        self.diskFailure = diskFailure
    }

    /// When a write changed rows last, or the database was opened, by the monotonic clock.
    var lastWriteNs: UInt64 { lastChangeNs.load(ordering: .relaxed) }

    /// Whether writes wait for the next commit.
    var hasWaitingWrites: Bool { waiting.withLock { !$0.isEmpty } }

    /// Registers a closure that is called after each commit that wrote to the outbox.
    func onEvents(_ body: @escaping @Sendable () -> Void) {
        listener.withLock { $0.eventsWereWritten = body }
    }

    /// Metrics of commits, and the number of writes that wait for the next one.
    var metricSet: MetricSet {
        var metricSet = metrics.metricSet
        metricSet.add(.writesWaiting, waiting.withLock(\.count))
        return metricSet
    }

    func write<Value: Sendable>(
        _ context: RequestContext?,
        _ durability: Durability,
        _ body: @escaping @Sendable (SQLTransaction) throws -> Value
    ) async throws -> Value {
        try Task.checkCancellation()
        return try await withCheckedThrowingContinuation { continuation in
            enqueue(TypedWrite(context: context, durability: durability, body: body, continuation: continuation))
        }
    }

    private func enqueue(_ write: any PendingWrite) {
        let isFirst = waiting.withLock { waiting in
            waiting.append(write)
            return waiting.count == 1
        }
        if isFirst { scheduleBatch() }
    }

    private func scheduleBatch() {
        pool.asyncWriteWithoutTransaction { [self] database in
            let (batch, isMore) = takeBatch()
            if isMore { scheduleBatch() }
            commit(batch, in: database)
        }
    }

    private func takeBatch() -> (batch: [any PendingWrite], isMore: Bool) {
        waiting.withLock { waiting in
            let batch = Array(waiting.prefix(Self.batchMax))
            waiting.removeFirst(batch.count)
            return (batch, !waiting.isEmpty)
        }
    }

    /// Commits a batch as one transaction.
    ///
    /// If that fails, commits each write alone, so that one failure does not affect the others.
    private func commit(_ batch: [any PendingWrite], in database: Database) {
        do {
            try runOptimistically(batch, in: database)
        } catch {
            let isLoss = endsProcess(error, in: database)
            // SQLite may have rolled back the transaction itself, during a statement that GRDB does not observe. The
            // next statement lets GRDB notice it before another transaction begins.
            // Whether the statement itself succeeds does not matter.
            if !database.isInsideTransaction { try? database.execute(sql: "SELECT 1") }
            if batch.count == 1 || isLoss {
                for write in batch { fail(write, error) }
                return
            }
            for write in batch {
                do {
                    try run([write], isolated: false, in: database)
                } catch {
                    _ = endsProcess(error, in: database)
                    fail(write, error)
                }
            }
        }
    }

    /// Reports to a write's caller that it is not stored.
    ///
    /// Only errors of the disk and of the commit itself count as failed commits. A write may also fail because of its
    /// own caller's error.
    private func fail(_ write: any PendingWrite, _ error: any Error) {
        let failed = error as? FailedWrite
        let reason = failed?.error ?? error
        metrics.record(reason, isOfWrite: failed != nil)
        write.finish(failure: reason)
    }

    /// Ends the process if the disk may have lost bytes; returns whether it may have, for tests.
    private func endsProcess(_ error: any Error, in database: Database) -> Bool {
        diskFailure.check((error as? FailedWrite)?.error ?? error, in: database)
    }

    /// Runs a batch without savepoints first.
    ///
    /// Writes rarely fail, and a savepoint takes a twentieth of a write's time. After a failure, savepoints are used.
    private func runOptimistically(_ batch: [any PendingWrite], in database: Database) throws {
        let hasSavepoints = savepointsDue.withLock { due in
            defer { due = max(0, due - 1) }
            return due > 0
        }
        // A single write is undone together with its transaction.
        guard batch.count > 1 else { return try run(batch, isolated: false, in: database) }
        do {
            try run(batch, isolated: hasSavepoints, in: database)
        } catch let error as FailedWrite {
            guard !DiskFailure.isLoss(error.error, in: database) else { throw error }
            savepointsDue.withLock { $0 = Self.savepointsAfterFailure }
            try run(batch, isolated: true, in: database)
        }
    }

    /// Runs a batch as one transaction.
    ///
    /// - Parameters:
    ///   - batch: The writes, which may have run before and been undone.
    ///   - isolated: Whether a failing write leaves the others unchanged; otherwise it undoes all of them.
    ///   - database: The writer's connection.
    /// - Throws: ``FailedWrite`` if a write that is not isolated failed, and what the commit throws.
    private func run(_ batch: [any PendingWrite], isolated: Bool, in database: Database) throws {
        var hasEvents = false
        let startedAt = Deadline.monotonicNanoseconds()
        let changesBefore = database.totalChangesCount
        removals.begin()
        try setDurability(for: batch, in: database)
        try database.inTransaction(.immediate) {
            let eventsBefore = try lastSequence(database)
            for write in batch {
                if isolated {
                    try runIsolated(write, in: database)
                } else {
                    do {
                        try write.run(transaction(of: write, in: database))
                    } catch {
                        throw FailedWrite(error: error)
                    }
                }
            }
            // Before the commit: nothing that can fail may come between the commit and the answers. Otherwise a stored
            // batch would run again.
            hasEvents = try lastSequence(database) != eventsBefore
            try removals.store(in: database)
            return .commit
        }
        removals.commit()
        let endedAt = Deadline.monotonicNanoseconds()
        if database.totalChangesCount != changesBefore { lastChangeNs.store(endedAt, ordering: .relaxed) }
        metrics.record(
            writes: batch.count,
            spentNs: Deadline.elapsed(from: startedAt, to: endedAt)
        )
        for write in batch { write.finish(failure: nil) }
        if hasEvents { listener.withLock { $0.eventsWereWritten }?() }
    }

    /// Runs a write in its own savepoint, which a failure undoes.
    ///
    /// The error goes to the caller after the commit.
    private func runIsolated(_ write: any PendingWrite, in database: Database) throws {
        do {
            try database.inSavepoint {
                try write.run(transaction(of: write, in: database))
                return .commit
            }
        } catch {
            // On a full disk, SQLite rolls back the whole transaction: the other writes are gone too.
            guard database.isInsideTransaction else { throw error }
            write.record(failure: error)
        }
    }

    /// Sets the durability of the commit to the strictest that its writes require.
    private func setDurability(for batch: [any PendingWrite], in database: Database) throws {
        let wanted = batch.allSatisfy { $0.durability == .replayable } ? Durability.replayable : .onDisk
        try durability.withLock { durability in
            guard durability != wanted else { return }
            try wanted.set(in: database)
            durability = wanted
        }
    }

    private func transaction(of write: any PendingWrite, in database: Database) -> SQLTransaction {
        SQLTransaction(
            database,
            traceparent: write.context?.traceparent,
            isOfRequest: write.context != nil,
            tombstones: tombstones,
            cleaning: cleaning,
            removals: removals,
            mentions: mentions
        )
    }

    private func lastSequence(_ database: Database) throws -> Int64 {
        let statement = try database.cachedStatement(sql: "SELECT coalesce(max(sequence), 0) FROM outbox")
        return try Int64.fetchOne(statement) ?? 0
    }
}

/// Holds the listener for new events.
///
/// The function has a structure of its own. As a value of a generic type, such as `Mutex<(() -> Void)?>`, each read
/// would wrap it once more and store it so. Calls would become slower until the stack overflows.
private struct EventsListener {
    var eventsWereWritten: (@Sendable () -> Void)?
}
