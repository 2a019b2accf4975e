import Glibc

/// Helpers for file descriptors.
enum Descriptors {
    /// Creates a pipe that child processes do not inherit.
    static func pipe() throws(SetFailure) -> (read: Int32, write: Int32) {
        var ends: [Int32] = [-1, -1]
        guard Glibc.pipe(&ends) == 0 else { throw SetFailure("Cannot make a pipe: \(systemReason()).") }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        return (ends[0], ends[1])
    }

    /// Makes reads and writes return at once when there is nothing to read or no room to write.
    static func makeNonBlocking(_ descriptor: Int32) {
        _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK)
    }
}
