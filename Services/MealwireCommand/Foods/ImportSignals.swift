import Glibc
import UnixSignals

/// Ctrl-C during an import: the first asks it to stop, the second ends it.
enum ImportSignals {
    /// What a shell tells of a command that Ctrl-C ended.
    static let exitStatus: Int32 = 130

    /// Minds the signals until the task is cancelled.
    ///
    /// - Parameter onFirst: Asks the import to stop.
    static func mind(onFirst: @Sendable () -> Void) async {
        var isSecond = false
        for await _ in await UnixSignalsSequence(trapping: .sigint, .sigterm) {
            if isSecond { _exit(exitStatus) }
            isSecond = true
            onFirst()
        }
    }
}
