import Contracts
import Synchronization

/// A call of another service that waits for its answer.
///
/// It is answered exactly once, by the socket thread.
final class PendingCall: Sendable {
    let method: Method
    let context: RequestContext
    let payload: [UInt8]
    private let cancellation: Cancellation
    private let continuation: CheckedContinuation<Result<[UInt8], ServiceError>, Never>

    init(
        _ method: Method,
        _ context: RequestContext,
        _ payload: [UInt8],
        _ cancellation: Cancellation,
        _ continuation: CheckedContinuation<Result<[UInt8], ServiceError>, Never>
    ) {
        self.method = method
        self.context = context
        self.payload = payload
        self.cancellation = cancellation
        self.continuation = continuation
    }

    /// Whether the caller went away before the call came here.
    var isCancelled: Bool { cancellation.isCancelled.load(ordering: .sequentiallyConsistent) }

    func finish(_ result: Result<[UInt8], ServiceError>) {
        continuation.resume(returning: result)
    }
}

/// Whether a caller has gone away.
final class Cancellation: Sendable {
    let isCancelled = Atomic(false)
}

/// A request that this process works on in a task.
struct HeldTask: Sendable {
    let id: UUIDv7
    /// Of the attempt, as the broker sent it.
    let token: [UInt8]
    /// The method that works on it, whose service's capacity it takes.
    let place: MethodPlace
    /// On the monotonic clock, in nanoseconds.
    let startedAt: UInt64
    /// Nil where its trace is not recorded.
    let span: OpenSpan?
    /// Over which link it came, and over which of its connections: its answer is of no use on another.
    let link: ObjectIdentifier
    let generation: Int
}
