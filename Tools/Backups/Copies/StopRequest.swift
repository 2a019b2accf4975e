import Glibc
import Synchronization

/// Handles Ctrl-C and SIGTERM while files are written, so that a command can clean up before it ends.
package enum StopRequest {
    /// The exit status that shells report for a command that Ctrl-C ended.
    package static let exitStatus: Int32 = 130

    private static let isRequested = Atomic(false)

    /// Installs the signal handlers.
    package static func install() {
        // Initializes the variable here, outside of a signal handler.
        isRequested.store(false, ordering: .relaxed)
        for number in [SIGINT, SIGTERM] {
            signal(number) { _ in
                // The second signal ends the process without cleanup.
                if StopRequest.isRequested.exchange(true, ordering: .relaxed) { _exit(StopRequest.exitStatus) }
            }
        }
    }

    /// Throws if a stop was requested.
    package static func check() throws {
        if isRequested.load(ordering: .relaxed) { throw Stopped() }
    }

    package struct Stopped: Error {}
}
