#if canImport(Glibc)
import Glibc
#endif

/// Descriptors that this process may have: each connection takes one.
package enum DescriptorLimit {
    /// What is assumed where the system does not say.
    private static let usual = 1_024

    private static var resource: __rlimit_resource_t { __rlimit_resource_t(RLIMIT_NOFILE.rawValue) }

    /// Allows as many as a process of this user may allow itself.
    ///
    /// Systems start processes with fewer, because of programs that keep descriptors in a set of fixed size; this is none.
    ///
    /// - Returns: How many are allowed now.
    @discardableResult
    package static func raise() -> Int {
        var limit = rlimit()
        guard getrlimit(resource, &limit) == 0 else { return usual }
        limit.rlim_cur = limit.rlim_max
        _ = setrlimit(resource, &limit)
        return current
    }

    package static var current: Int {
        var limit = rlimit()
        guard getrlimit(resource, &limit) == 0 else { return usual }
        return Int(clamping: limit.rlim_cur)
    }
}
