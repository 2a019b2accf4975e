import GRDB
import Synchronization

/// Breaks off a look into a database, which may take minutes, from elsewhere.
package final class InspectionStop: Sendable {
    private struct State {
        var isAsked = false
        var queue: DatabaseQueue?
    }

    private let state = Mutex(State())

    package init() {}

    /// Whether it was asked for.
    package var isAsked: Bool { state.withLock { $0.isAsked } }

    /// Has the look end soon, or not begin.
    package func ask() {
        state.withLock { state in
            state.isAsked = true
            state.queue?.interrupt()
        }
    }

    /// Has an open database interrupted when it is asked for.
    ///
    /// - Throws: `CancellationError` if it was asked for already.
    func begin(_ queue: DatabaseQueue) throws {
        let isAsked = state.withLock { state in
            state.queue = queue
            return state.isAsked
        }
        if isAsked {
            end()
            throw CancellationError()
        }
    }

    /// Forgets the database, which is about to be closed.
    func end() {
        state.withLock { $0.queue = nil }
    }
}
