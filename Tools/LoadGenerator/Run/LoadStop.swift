import Glibc
import Synchronization
import UnixSignals

/// Handles Ctrl-C during a run: the first one ends it early with cleanup, the second one ends the process.
package final class LoadStop: Sendable {
    /// The exit status that shells report for a command that Ctrl-C ended.
    private static let exitStatus: Int32 = 130

    private struct State {
        var isRequested = false
        var action: (@Sendable () -> Void)?
    }

    private let state = Mutex(State())

    package init() {}

    package var isRequested: Bool { state.withLock { $0.isRequested } }

    /// Sets the action for a stop request, and runs it at once if there was one already.
    func onStop(_ action: @escaping @Sendable () -> Void) {
        let isRequested = state.withLock { state in
            state.action = action
            return state.isRequested
        }
        if isRequested { action() }
    }

    private func request() {
        let action = state.withLock { state in
            state.isRequested = true
            return state.action
        }
        action?()
    }

    /// Handles the signals until the task is cancelled.
    package func handleSignals() async {
        for await _ in await UnixSignalsSequence(trapping: .sigint, .sigterm) {
            if isRequested { _exit(Self.exitStatus) }
            request()
        }
    }
}
