import Dispatch

/// Threads for what blocks: writing files and waiting for programs; never the pool that answers requests.
///
/// The dispatcher hands over only few messages at once, so there are as few threads.
struct MailThreads: Sendable {
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
