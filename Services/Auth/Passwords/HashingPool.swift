import Contracts
import Dispatch
import Synchronization

/// Runs what is heavy on a few threads of its own: never on the cooperative pool, and never more at once than memory
/// and processors are there for.
final class HashingPool: Sendable {
    /// Jobs at once: each takes a core and the memory of one hash.
    private static let runningMax = 2
    /// Jobs that wait: at some 30 ms each and two at once, the last of them waits for two seconds, as a person still does.
    private static let waitingMax = 128

    private struct State {
        var running = 0
        var waiting: [@Sendable () -> Void] = []
    }

    private let state = Mutex(State())
    private let queue = DispatchQueue(label: "auth.passwords", attributes: .concurrent)

    /// Runs the closure when its turn comes.
    ///
    /// - Throws: `overloaded` if too many are waiting, `deadlineExceeded` if its turn came too late, and what it throws.
    func run<Value: Sendable>(
        before deadline: Deadline,
        _ body: @escaping @Sendable () throws -> Value
    ) async throws -> Value {
        try await withCheckedThrowingContinuation { continuation in
            let isTaken = enqueue {
                continuation.resume(
                    with: Result {
                        if deadline.hasPassed {
                            throw ServiceError(.deadlineExceeded, "The time ran out before the password's turn came.")
                        }
                        return try body()
                    }
                )
            }
            if !isTaken {
                continuation.resume(
                    throwing: ServiceError(.overloaded, "Too many people are signing in; try again in a moment.")
                )
            }
        }
    }

    /// False if there is no room left to wait in.
    private func enqueue(_ job: @escaping @Sendable () -> Void) -> Bool {
        let (isTaken, isStart) = state.withLock { state in
            guard state.waiting.count < Self.waitingMax else { return (false, false) }
            state.waiting.append(job)
            guard state.running < Self.runningMax else { return (true, false) }
            state.running += 1
            return (true, true)
        }
        if isStart { queue.async { self.work() } }
        return isTaken
    }

    private func work() {
        while let job = next() { job() }
    }

    private func next() -> (@Sendable () -> Void)? {
        state.withLock { state in
            guard !state.waiting.isEmpty else {
                state.running -= 1
                return nil
            }
            return state.waiting.removeFirst()
        }
    }
}
