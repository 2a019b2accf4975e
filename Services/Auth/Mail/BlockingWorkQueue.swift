import Dispatch

/// Runs blocking work, such as writing files and waiting for programs, outside the thread pool of requests.
///
/// The dispatcher limits concurrent deliveries, which bounds the number of threads.
struct BlockingWorkQueue: Sendable {
    private let queue: DispatchQueue

    init(label: String) {
        queue = DispatchQueue(label: label, attributes: .concurrent)
    }

    func run(_ body: @escaping @Sendable () throws -> Void) async throws {
        try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
            queue.async { continuation.resume(with: Result(catching: body)) }
        }
    }
}
