import Contracts
import Observability
import Synchronization

/// A call of another service that waits for its answer.
///
/// The socket thread or event loop that handles it finishes it exactly once.
final class PendingCall: Sendable {
    let method: Method
    let context: RequestContext
    let payload: [UInt8]
    /// Whether the caller wants the version of the object in the reply.
    let wantsVersion: Bool
    private let cancellation: Cancellation
    private let continuation: CheckedContinuation<Result<EncodedReply, ServiceError>, Never>

    init(
        _ method: Method,
        _ context: RequestContext,
        _ payload: [UInt8],
        wantsVersion: Bool,
        _ cancellation: Cancellation,
        _ continuation: CheckedContinuation<Result<EncodedReply, ServiceError>, Never>
    ) {
        self.method = method
        self.context = context
        self.payload = payload
        self.wantsVersion = wantsVersion
        self.cancellation = cancellation
        self.continuation = continuation
    }

    /// Whether the caller was cancelled before the call arrived here.
    var isCancelled: Bool { cancellation.isCancelled.load(ordering: .sequentiallyConsistent) }

    func finish(_ result: Result<EncodedReply, ServiceError>) {
        continuation.resume(returning: result)
    }
}

/// Whether a caller was cancelled.
final class Cancellation: Sendable {
    let isCancelled = Atomic(false)
}

/// A request that this process works on in a task.
struct HeldTask: Sendable {
    let id: UUIDv7
    /// The token of the attempt, as the broker sent it.
    let token: [UInt8]
    /// The method that handles it; the request counts against the capacity of that method's service.
    let position: MethodPosition
    /// The start on the monotonic clock, in nanoseconds.
    let startedAt: UInt64
    /// Whether the caller wants the version of the object in the reply.
    let wantsVersion: Bool
    /// Its trace span; nil if its trace is not recorded.
    let span: OpenSpan?
    /// The link and the connection that it arrived on: its answer is not valid on another.
    let link: ObjectIdentifier
    let generation: Int
}
