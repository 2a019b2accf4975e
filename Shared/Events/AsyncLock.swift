package import Contracts
import Synchronization

/// Lets one task at a time through, in the order of arrival.
package final class AsyncLock: Sendable {
    private struct State {
        var isHeld = false
        /// In the order of arrival; also those who have given up.
        var waiting: [Turn] = []
    }

    private let state = Mutex(State())

    package init() {}

    /// Runs the closure when all who came before are done.
    ///
    /// - Parameter body: What nobody else may do meanwhile.
    /// - Returns: What it gives.
    /// - Throws: What it throws.
    package func withLock<Value>(_ body: () async throws -> Value) async rethrows -> Value {
        if let turn = takeOrQueue() { _ = await turn.wait() }
        defer { release() }
        return try await body()
    }

    /// The same, unless it takes too long until it is one's turn.
    ///
    /// - Parameters:
    ///   - deadline: When to give up waiting; whoever is cancelled gives up, too.
    ///   - body: What nobody else may do meanwhile.
    /// - Returns: What it gives.
    /// - Throws: `unavailable` if the turn has not come by then, and what the body throws.
    package func withLock<Value>(by deadline: Deadline, _ body: () async throws -> Value) async throws -> Value {
        if let turn = takeOrQueue(), await !Self.wait(for: turn, until: deadline) {
            throw ServiceError(
                .unavailable,
                "Others have to be waited for here, and it was not your turn in time; try again."
            )
        }
        defer { release() }
        return try await body()
    }

    /// Takes the lock, or a place behind those who wait for it.
    private func takeOrQueue() -> Turn? {
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

    /// Whether the turn has come by then.
    private static func wait(for turn: Turn, until deadline: Deadline) async -> Bool {
        await withTaskGroup(of: Void.self) { group in
            group.addTask {
                try? await Task.sleep(for: .milliseconds(deadline.millisecondsLeft))
                turn.end(hasCome: false)
            }
            let hasCome = await turn.wait()
            group.cancelAll()
            return hasCome
        }
    }

    private func release() {
        state.withLock { state in
            while !state.waiting.isEmpty {
                if state.waiting.removeFirst().end(hasCome: true) { return }
            }
            state.isHeld = false
        }
    }
}

/// A place in the queue, which ends once: with the turn, or with nobody waiting for it any more.
private final class Turn: Sendable {
    private enum State {
        case open
        case awaited(CheckedContinuation<Bool, Never>)
        case ended(hasCome: Bool)
    }

    private let state = Mutex(State.open)

    /// Whether the turn has come when it ends.
    func wait() async -> Bool {
        await withCheckedContinuation { continuation in
            let ended = state.withLock { state -> Bool? in
                if case .ended(let hasCome) = state { return hasCome }
                state = .awaited(continuation)
                return nil
            }
            if let ended { continuation.resume(returning: ended) }
        }
    }

    /// Ends it; false if it has ended before.
    @discardableResult
    func end(hasCome: Bool) -> Bool {
        let before = state.withLock { state in
            if case .ended = state { return state }
            defer { state = .ended(hasCome: hasCome) }
            return state
        }
        switch before {
        case .ended: return false
        case .awaited(let continuation): continuation.resume(returning: hasCome)
        case .open: break
        }
        return true
    }
}
