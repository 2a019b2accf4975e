import Contracts
import Synchronization

/// One write of a batch has failed; the others are undone with it.
struct FailedWrite: Error {
    let error: any Error
}

/// A write that waits for the next commit.
protocol PendingWrite: AnyObject, Sendable {
    var context: RequestContext? { get }
    var durability: Durability { get }
    func run(_ transaction: SQLTransaction) throws
    /// Records that the write was undone.
    func record(failure: any Error)
    func finish(failure: (any Error)?)
}

final class TypedWrite<Value: Sendable>: PendingWrite {
    let context: RequestContext?
    let durability: Durability
    private let body: @Sendable (SQLTransaction) throws -> Value
    private let continuation: CheckedContinuation<Value, any Error>
    /// The result of the last run.
    ///
    /// Used only on the writer's queue.
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

    /// Runs the write.
    ///
    /// The deadline is checked here, before the commit, and not afterwards.
    func run(_ transaction: SQLTransaction) throws {
        let result = Result {
            if let context, context.deadline.hasPassed {
                throw ServiceError(.deadlineExceeded, "The deadline of the request passed before it was stored.")
            }
            // Writes run one after the other here, so none can follow an erasure unnoticed.
            if let user = context?.principal?.user, try transaction.isErased(user) {
                throw ServiceError(.unauthenticated, "This account was erased.")
            }
            return try body(transaction)
        }
        outcome.withLock { $0 = result }
        _ = try result.get()
    }

    func record(failure: any Error) {
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
