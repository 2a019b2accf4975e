package import Contracts
import GRDB

#if canImport(Glibc)
import Glibc
#endif

extension Store {
    /// The database's metrics, for Prometheus.
    package func figures() -> MetricSet {
        var figures = commits.figures
        let path = pool.path
        if let bytes = Self.size(of: path) { figures.add(.databaseBytes, bytes) }
        // The log file is deleted when the last process closes the database.
        figures.add(.logBytes, Self.size(of: path + "-wal") ?? 0)
        if let bytes = Self.freeBytes(path) { figures.add(.diskFreeBytes, bytes) }
        return figures
    }

    private static func size(of path: String) -> Int? {
        var status = stat()
        return stat(path, &status) == 0 ? Int(status.st_size) : nil
    }

    /// Returns the disk space available to an unprivileged process, in bytes.
    private static func freeBytes(_ path: String) -> Int? {
        var status = statvfs()
        guard statvfs(path, &status) == 0 else { return nil }
        return Int(clamping: UInt64(status.f_bavail) * UInt64(status.f_frsize))
    }
}
