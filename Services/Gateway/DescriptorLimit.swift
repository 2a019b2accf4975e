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
