import GRDB
import Synchronization

/// Cancels a running inspection of a database, which may take minutes, from another task or thread.
package final class InspectionCancellation: Sendable {
    private struct State {
        var isCancelled = false
        var queue: DatabaseQueue?
    }

    private let state = Mutex(State())

    package init() {}

    /// Whether cancellation was requested.
    package var isCancelled: Bool { state.withLock { $0.isCancelled } }

    /// Requests cancellation: a running inspection ends soon, a later one does not begin.
    package func cancel() {
        state.withLock { state in
            state.isCancelled = true
            state.queue?.interrupt()
        }
    }

    /// Registers an open database, which is interrupted when cancellation is requested.
    ///
    /// - Throws: `CancellationError` if cancellation was already requested.
    func begin(_ queue: DatabaseQueue) throws {
        let isCancelled = state.withLock { state in
            state.queue = queue
            return state.isCancelled
        }
        if isCancelled {
            end()
            throw CancellationError()
        }
    }

    /// Releases the database, which is about to be closed.
    func end() {
        state.withLock { $0.queue = nil }
    }
}
