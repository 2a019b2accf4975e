import Glibc

/// File descriptors as the supervisor needs them.
enum Descriptors {
    /// A pipe whose ends are not inherited by processes that are started.
    static func pipe() throws(SetFailure) -> (read: Int32, write: Int32) {
        var ends: [Int32] = [-1, -1]
        guard Glibc.pipe(&ends) == 0 else { throw SetFailure("Cannot make a pipe: \(systemReason()).") }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        return (ends[0], ends[1])
    }

    /// Has reading and writing return at once when there is nothing to read or no room to write.
    static func makeNonBlocking(_ descriptor: Int32) {
        _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK)
    }
}
