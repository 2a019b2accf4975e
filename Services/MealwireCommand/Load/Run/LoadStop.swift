import Glibc
import Synchronization
import UnixSignals

/// Handles Ctrl-C during a run: the first one ends it early with cleanup, the second one ends the process.
final class LoadStop: Sendable {
    /// The exit status that shells report for a command that Ctrl-C ended.
    private static let exitStatus: Int32 = 130

    private struct State {
        var isAsked = false
        var action: (@Sendable () -> Void)?
    }

    private let state = Mutex(State())

    var isAsked: Bool { state.withLock { $0.isAsked } }

    /// Sets the action for a stop request, and runs it at once if there was one already.
    func onStop(_ action: @escaping @Sendable () -> Void) {
        let isAsked = state.withLock { state in
            state.action = action
            return state.isAsked
        }
        if isAsked { action() }
    }

    private func ask() {
        let action = state.withLock { state in
            state.isAsked = true
            return state.action
        }
        action?()
    }

    /// Handles the signals until the task is cancelled.
    func mindSignals() async {
        for await _ in await UnixSignalsSequence(trapping: .sigint, .sigterm) {
            if isAsked { _exit(Self.exitStatus) }
            ask()
        }
    }
}
