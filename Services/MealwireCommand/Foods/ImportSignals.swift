import Glibc
import UnixSignals

/// Handles Ctrl-C during an import: the first one asks the import to stop, the second one ends the process.
enum ImportSignals {
    /// The exit status that shells report for a command that Ctrl-C ended.
    static let exitStatus: Int32 = 130

    /// Handles the signals until the task is cancelled.
    ///
    /// - Parameter onFirst: Asks the import to stop.
    static func handle(onFirst: @Sendable () -> Void) async {
        var isSecond = false
        for await _ in await UnixSignalsSequence(trapping: .sigint, .sigterm) {
            if isSecond { _exit(exitStatus) }
            isSecond = true
            onFirst()
        }
    }
}
