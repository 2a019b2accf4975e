#if canImport(Glibc)
import Glibc
#endif

/// Limits the file descriptors of this process; each connection uses one.
package enum DescriptorLimit {
    /// The assumed limit if the system call fails.
    private static let fallback = 1_024

    private static var resource: __rlimit_resource_t { __rlimit_resource_t(RLIMIT_NOFILE.rawValue) }

    /// Raises the soft limit to the hard limit.
    ///
    /// Systems set a low soft limit for programs that store descriptors in an `fd_set` of fixed size. This process does
    /// not use one.
    ///
    /// - Returns: The limit that now applies.
    @discardableResult
    package static func raise() -> Int {
        var limit = rlimit()
        guard getrlimit(resource, &limit) == 0 else { return fallback }
        limit.rlim_cur = limit.rlim_max
        _ = setrlimit(resource, &limit)
        return current
    }

    package static var current: Int {
        var limit = rlimit()
        guard getrlimit(resource, &limit) == 0 else { return fallback }
        return Int(clamping: limit.rlim_cur)
    }
}

/// The number of connections that a server accepts.
///
/// Without free descriptors, libdispatch ends the process: it opens a file of `/proc` to watch its threads. So a server
/// stops accepting before.
package struct ConnectionCapacity: Sendable {
    /// Connections accepted per turn of the event loop.
    ///
    /// NIO's default is four. With that, the last of a thousand simultaneous connections wait for seconds while the
    /// first keep the loop busy.
    private static let acceptedAtOnceMax = 256
    /// At most this share of the descriptors is accepted per turn, because a turn is not interrupted.
    private static let turnDivisor = 16
    /// For event loops, sockets of brokers, the log, the collector of traces and libdispatch: some thirty are in use.
    private static let reservedDescriptors = 48

    /// Connections that may be open before accepting pauses.
    let total: Int
    /// Connections accepted per turn of the event loop; as many may be open beyond ``total``.
    let atOnce: Int

    /// - Parameter descriptors: File descriptors that the process may open.
    package init(descriptors: Int = DescriptorLimit.current) {
        atOnce = min(Self.acceptedAtOnceMax, max(1, descriptors / Self.turnDivisor))
        total = max(1, descriptors - Self.reservedDescriptors - atOnce)
    }
}
