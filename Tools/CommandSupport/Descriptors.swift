import Glibc

/// Helpers for file descriptors.
package enum Descriptors {
    /// Creates a pipe that child processes do not inherit.
    package static func pipe() throws(CommandFailure) -> (read: Int32, write: Int32) {
        var ends: [Int32] = [-1, -1]
        guard Glibc.pipe(&ends) == 0 else { throw CommandFailure("Cannot make a pipe: \(systemReason()).") }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        return (ends[0], ends[1])
    }

    /// Makes reads and writes return at once when there is nothing to read or no room to write.
    package static func makeNonBlocking(_ descriptor: Int32) {
        _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK)
    }
}

extension Descriptors {
    /// Raises the soft limit of open files to the hard limit: a load test opens a socket for each connection.
    package static func raiseLimit() {
        let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
        var limit = rlimit()
        guard getrlimit(resource, &limit) == 0 else { return }
        limit.rlim_cur = limit.rlim_max
        _ = setrlimit(resource, &limit)
    }
}
