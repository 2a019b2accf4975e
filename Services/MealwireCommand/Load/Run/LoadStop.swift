import Glibc
import Synchronization
import UnixSignals

/// Ctrl-C during a run: the first ends it early and cleans up, the second ends everything at once.
final class LoadStop: Sendable {
    /// What a shell tells of a command that Ctrl-C ended.
    private static let exitStatus: Int32 = 130

    private struct State {
        var isAsked = false
        var action: (@Sendable () -> Void)?
    }

    private let state = Mutex(State())

    var isAsked: Bool { state.withLock { $0.isAsked } }

    /// Says what else is to be done when somebody asks to stop; at once, if they have already.
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

    /// Minds the signals until the task is cancelled.
    func mindSignals() async {
        for await _ in await UnixSignalsSequence(trapping: .sigint, .sigterm) {
            if isAsked { _exit(Self.exitStatus) }
            ask()
        }
    }
}
