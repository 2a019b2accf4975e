import Glibc

extension Descriptors {
    /// Raises the soft limit of open files to the hard limit: a load test opens a socket for each connection.
    static func raiseLimit() {
        let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
        var limit = rlimit()
        guard getrlimit(resource, &limit) == 0 else { return }
        limit.rlim_cur = limit.rlim_max
        _ = setrlimit(resource, &limit)
    }
}
