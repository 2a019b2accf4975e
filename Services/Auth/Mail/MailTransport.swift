import Dispatch

/// The reason why a message was not accepted; it names no recipient.
struct MailFailure: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) {
        self.description = description
    }
}

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
