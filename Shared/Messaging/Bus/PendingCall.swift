import Contracts

/// A call of another service that waits for its answer.
///
/// It is answered exactly once, by the socket thread.
final class PendingCall: Sendable {
    let method: Method
    let context: RequestContext
    let payload: [UInt8]
    private let continuation: CheckedContinuation<Result<[UInt8], ServiceError>, Never>

    init(
        method: Method,
        context: RequestContext,
        payload: [UInt8],
        continuation: CheckedContinuation<Result<[UInt8], ServiceError>, Never>
    ) {
        self.method = method
        self.context = context
        self.payload = payload
        self.continuation = continuation
    }

    func finish(_ result: Result<[UInt8], ServiceError>) {
        continuation.resume(returning: result)
    }
}

/// A request that this process works on in a task.
struct HeldTask: Sendable {
    let id: UUIDv7
    /// Of the attempt, as the broker sent it.
    let token: [UInt8]
    /// The service whose capacity it takes.
    let service: ServiceName
    /// From which broker it came, and over which connection: its answer is of no use on another.
    let link: UInt64
    let generation: Int
}
