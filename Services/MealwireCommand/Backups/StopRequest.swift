import Glibc
import Synchronization

/// Ctrl-C and SIGTERM while files are written: what was begun is cleared away before the command ends.
enum StopRequest {
    /// What a shell tells of a command that Ctrl-C ended.
    static let exitStatus: Int32 = 130

    private static let isRequested = Atomic(false)

    /// Minds the signals from now on.
    static func mind() {
        // Made here, and not within a signal's handler.
        isRequested.store(false, ordering: .relaxed)
        for number in [SIGINT, SIGTERM] {
            signal(number) { _ in
                // The second time it need not be tidy.
                if StopRequest.isRequested.exchange(true, ordering: .relaxed) { _exit(StopRequest.exitStatus) }
            }
        }
    }

    /// Breaks off where it was asked for.
    static func check() throws {
        if isRequested.load(ordering: .relaxed) { throw Stopped() }
    }

    struct Stopped: Error {}
}
