import Contracts
import GRDB
import Synchronization

/// Lets writes that wait at the same time share one commit: the disk is the slow part, and it takes as long for one
/// change as for a hundred.
final class GroupCommit: Sendable {
    /// Writes in one commit.
    ///
    /// More would only make the first of them wait longer.
    private static let batchMax = 128
    /// Batches that get a savepoint for each write after one of them has failed: failures come in crowds, and a batch that is
    /// run twice costs more than its savepoints do.
    private static let savepointsAfterFailure = 64

    private let pool: DatabasePool
    private let tombstones: Tombstones
    private let cleaning: CleaningFlag
    private let traces: UserTraceRegister
    private let waiting = Mutex<[any PendingWrite]>([])
    private let listener = Mutex(EventsListener())
    /// Batches that may still need a savepoint for each write; only the writer's queue touches it.
    private let savepointsDue = Mutex(0)
    /// How the connection commits; only the writer's queue touches it.
    private let durability = Mutex(Durability.onDisk)
    private let noted = CommitFigures()

    init(pool: DatabasePool, tombstones: Tombstones, cleaning: CleaningFlag, traces: UserTraceRegister) {
        self.pool = pool
        self.tombstones = tombstones
        self.cleaning = cleaning
        self.traces = traces
    }

    /// Has the closure called after each commit that wrote to the outbox.
    func onEvents(_ body: @escaping @Sendable () -> Void) {
        listener.withLock { $0.eventsWereWritten = body }
    }

    /// What became of commits, and how many writes wait for the next one.
    var figures: MetricSet {
        var figures = noted.figures
        figures.add(.writesWaiting, waiting.withLock(\.count))
        return figures
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

    /// Commits a batch as one; if that fails, each write singly, so that one cannot take the others with it.
    private func commit(_ batch: [any PendingWrite], in database: Database) {
        do {
            try runOptimistically(batch, in: database)
        } catch {
            // Where SQLite has undone the transaction by itself, beneath a statement that GRDB knows nothing of: with the next one
            // GRDB hears of it, before another transaction begins.
            if !database.isInsideTransaction { try? database.execute(sql: "SELECT 1") }
            if batch.count == 1 {
                fail(batch[0], error)
                return
            }
            for write in batch {
                do {
                    try run([write], isolated: false, in: database)
                } catch {
                    fail(write, error)
                }
            }
        }
    }

    /// Tells a write that it is not stored.
    ///
    /// A failed commit is only what the disk refuses, and what the commit itself fails by: a write may also fail by what its own
    /// caller got wrong.
    private func fail(_ write: any PendingWrite, _ error: any Error) {
        let failed = error as? FailedWrite
        let reason = failed?.error ?? error
        noted.note(reason, isOfWrite: failed != nil)
        write.finish(failure: reason)
    }

    /// Hardly any write fails, and a savepoint for each takes a twentieth of its time: they are made only when one has failed.
    private func runOptimistically(_ batch: [any PendingWrite], in database: Database) throws {
        let hasSavepoints = savepointsDue.withLock { due in
            defer { due = max(0, due - 1) }
            return due > 0
        }
        // A single write is undone together with its transaction.
        guard batch.count > 1 else { return try run(batch, isolated: false, in: database) }
        do {
            try run(batch, isolated: hasSavepoints, in: database)
        } catch is FailedWrite {
            savepointsDue.withLock { $0 = Self.savepointsAfterFailure }
            try run(batch, isolated: true, in: database)
        }
    }

    /// Runs a batch as one transaction.
    ///
    /// - Parameters:
    ///   - batch: The writes, which may have been run before, and undone.
    ///   - isolated: Whether one that fails leaves the others as they are; otherwise it undoes all of them.
    ///   - database: Where.
    /// - Throws: ``FailedWrite`` where one has failed that is not isolated, and what the commit throws.
    private func run(_ batch: [any PendingWrite], isolated: Bool, in database: Database) throws {
        var hasEvents = false
        let startedAt = Deadline.monotonicNanoseconds()
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
            // Before the commit: nothing that can fail may stand between it and the answers, or a batch that is
            // stored would be run again.
            hasEvents = try lastSequence(database) != eventsBefore
            return .commit
        }
        noted.note(writes: batch.count, spentNs: Deadline.elapsed(from: startedAt, to: Deadline.monotonicNanoseconds()))
        for write in batch { write.finish(failure: nil) }
        if hasEvents { listener.withLock { $0.eventsWereWritten }?() }
    }

    /// A write that throws undoes its own savepoint only; the error goes to its caller after the commit.
    private func runIsolated(_ write: any PendingWrite, in database: Database) throws {
        do {
            try database.inSavepoint {
                try write.run(transaction(of: write, in: database))
                return .commit
            }
        } catch {
            // A full disk has SQLite undo the whole transaction by itself: the others' writes are gone too.
            guard database.isInsideTransaction else { throw error }
            write.note(failure: error)
        }
    }

    /// A commit is as durable as the most careful of its writes wants it.
    private func setDurability(for batch: [any PendingWrite], in database: Database) throws {
        let wanted = batch.allSatisfy { $0.durability == .doneAgain } ? Durability.doneAgain : .onDisk
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
            tombstones: tombstones,
            cleaning: cleaning,
            traces: traces
        )
    }

    private func lastSequence(_ database: Database) throws -> Int64 {
        let statement = try database.cachedStatement(sql: "SELECT coalesce(max(sequence), 0) FROM outbox")
        return try Int64.fetchOne(statement) ?? 0
    }
}

/// Who wants to know that events wait.
///
/// A function in a structure of its own: as a value of a generic type, such as `Mutex<(() -> Void)?>`, it would be wrapped once
/// more each time it is read, and put back so, and calling it would take ever longer until the stack ended.
private struct EventsListener {
    var eventsWereWritten: (@Sendable () -> Void)?
}

/// One write of a batch has failed, and the others are undone with it.
private struct FailedWrite: Error {
    let error: any Error
}

/// A write that waits for the next commit.
private protocol PendingWrite: AnyObject, Sendable {
    var context: RequestContext? { get }
    var durability: Durability { get }
    func run(_ transaction: SQLTransaction) throws
    /// It was undone.
    func note(failure: any Error)
    func finish(failure: (any Error)?)
}

private final class TypedWrite<Value: Sendable>: PendingWrite {
    let context: RequestContext?
    let durability: Durability
    private let body: @Sendable (SQLTransaction) throws -> Value
    private let continuation: CheckedContinuation<Value, any Error>
    /// What the last run came to.
    ///
    /// Only the writer's queue touches it.
    private let outcome = Mutex<Result<Value, any Error>?>(nil)

    init(
        context: RequestContext?,
        durability: Durability,
        body: @escaping @Sendable (SQLTransaction) throws -> Value,
        continuation: CheckedContinuation<Value, any Error>
    ) {
        self.context = context
        self.durability = durability
        self.body = body
        self.continuation = continuation
    }

    /// Time is checked here, before the point of no return, and not after it.
    func run(_ transaction: SQLTransaction) throws {
        let result = Result {
            if let context, context.deadline.hasPassed {
                throw ServiceError(.deadlineExceeded, "The time of the request ran out before it was stored.")
            }
            // Here, where writes come one after the other: none slips in behind an erasure.
            if let user = context?.principal?.user, try transaction.isErased(user) {
                throw ServiceError(.unauthenticated, "This account was erased.")
            }
            return try body(transaction)
        }
        outcome.withLock { $0 = result }
        _ = try result.get()
    }

    func note(failure: any Error) {
        outcome.withLock { $0 = .failure(failure) }
    }

    func finish(failure: (any Error)?) {
        let result: Result<Value, any Error>
        if let failure {
            result = .failure(failure)
        } else {
            result =
                outcome.withLock { $0 }
                ?? .failure(ServiceError(.internalError, "The write was not run."))
        }
        continuation.resume(with: result)
    }
}
