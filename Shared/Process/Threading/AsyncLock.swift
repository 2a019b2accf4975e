package import Contracts
import Synchronization

/// A first-in, first-out mutex for tasks.
package final class AsyncLock: Sendable {
    private struct State {
        var isHeld = false
        /// In order of arrival, including tasks that gave up.
        var waiting: [Turn] = []
    }

    private let state = Mutex(State())

    package init() {}

    /// Runs the closure when all earlier tasks are done.
    ///
    /// - Parameter body: The critical section.
    /// - Returns: The result of the closure.
    /// - Throws: What the closure throws.
    package func withLock<Value>(_ body: () async throws -> Value) async rethrows -> Value {
        if let turn = acquireOrEnqueue() { _ = await turn.wait() }
        defer { release() }
        return try await body()
    }

    /// Does the same with a limited waiting time.
    ///
    /// - Parameters:
    ///   - deadline: When to give up waiting. A cancelled task gives up, too.
    ///   - body: The critical section.
    /// - Returns: The result of the closure.
    /// - Throws: `unavailable` if the lock was not free in time, and what the body throws.
    package func withLock<Value>(by deadline: Deadline, _ body: () async throws -> Value) async throws -> Value {
        if let turn = acquireOrEnqueue(), await !Self.wait(for: turn, until: deadline) {
            throw ServiceError(
                .unavailable,
                "Other requests of this kind are still running; try again."
            )
        }
        defer { release() }
        return try await body()
    }

    /// Acquires the lock, or enters the queue; returns nil if the lock was acquired.
    private func acquireOrEnqueue() -> Turn? {
        state.withLock { state in
            guard state.isHeld else {
                state.isHeld = true
                return nil
            }
            let turn = Turn()
            state.waiting.append(turn)
            return turn
        }
    }

    /// Returns whether the turn came before the deadline.
    private static func wait(for turn: Turn, until deadline: Deadline) async -> Bool {
        await withTaskGroup(of: Void.self) { group in
            group.addTask {
                try? await Task.sleep(for: .milliseconds(deadline.millisecondsLeft))
                turn.end(isGranted: false)
            }
            let isGranted = await turn.wait()
            group.cancelAll()
            return isGranted
        }
    }

    private func release() {
        state.withLock { state in
            while !state.waiting.isEmpty {
                if state.waiting.removeFirst().end(isGranted: true) { return }
            }
            state.isHeld = false
        }
    }
}

/// A position in the queue.
///
/// It ends once: when its turn comes, or when its task gives up.
private final class Turn: Sendable {
    private enum State {
        case open
        case awaited(CheckedContinuation<Bool, Never>)
        case ended(isGranted: Bool)
    }

    private let state = Mutex(State.open)

    /// Waits for the end; returns whether the turn has come.
    func wait() async -> Bool {
        await withCheckedContinuation { continuation in
            let ended = state.withLock { state -> Bool? in
                if case .ended(let isGranted) = state { return isGranted }
                state = .awaited(continuation)
                return nil
            }
            if let ended { continuation.resume(returning: ended) }
        }
    }

    /// Ends the turn; returns false if it has ended before.
    @discardableResult
    func end(isGranted: Bool) -> Bool {
        let before = state.withLock { state in
            if case .ended = state { return state }
            defer { state = .ended(isGranted: isGranted) }
            return state
        }
        switch before {
        case .ended: return false
        case .awaited(let continuation): continuation.resume(returning: isGranted)
        case .open: break
        }
        return true
    }
}
