import GRDB
package import Observability
import Synchronization

#if canImport(Glibc)
import Glibc
#endif

/// Counts commits and their failures since the start.
final class CommitMetrics: Sendable {
    private struct State {
        var times = [UInt64](repeating: 0, count: Buckets.timesCount)
        var totalNs: UInt64 = 0
        var writes = [UInt64](repeating: 0, count: Buckets.writes.count + 1)
        var writesTotal = 0
        var failures: [String: Int] = [:]
    }

    private let state = Mutex(State())

    /// Records a commit, once for all writes that share it.
    func record(writes: Int, spentNs: UInt64) {
        state.withLock { state in
            state.times[Buckets.index(ofNanoseconds: spentNs)] += 1
            state.totalNs += spentNs
            state.writes[Buckets.index(of: Double(writes), in: Buckets.writes)] += 1
            state.writesTotal += writes
        }
    }

    /// Records a failed commit.
    ///
    /// A write that failed by itself counts only if the disk is the cause.
    func record(_ failure: any Error, isOfWrite: Bool) {
        let reason = Self.reason(of: failure)
        guard !isOfWrite || reason != Self.other else { return }
        state.withLock { $0.failures[reason, default: 0] += 1 }
    }

    var metricSet: MetricSet {
        let state = state.withLock { $0 }
        var metricSet = MetricSet()
        metricSet.add(.commitSeconds, counts: state.times, sum: Double(state.totalNs) / 1e9)
        metricSet.add(.commitWrites, counts: state.writes, sum: Double(state.writesTotal))
        for reason in Self.reasons { metricSet.add(.commitFailures, by: [reason], state.failures[reason] ?? 0) }
        return metricSet
    }

    private static let (full, inputOutput, other) = ("full", "io", "other")
    private static let reasons = [full, inputOutput, other]

    private static func reason(of failure: any Error) -> String {
        switch (failure as? DatabaseError)?.resultCode {
        case .SQLITE_FULL: full
        case .SQLITE_IOERR: inputOutput
        default: other
        }
    }
}

extension Store {
    /// The database's metrics, for Prometheus.
    package func metrics() -> MetricSet {
        var metricSet = commits.metricSet
        let path = pool.path
        if let bytes = Self.size(of: path) { metricSet.add(.databaseBytes, bytes) }
        // The log file is deleted when the last process closes the database.
        metricSet.add(.logBytes, Self.size(of: path + "-wal") ?? 0)
        if let disk = Self.disk(path) {
            metricSet.add(.diskFreeBytes, disk.free)
            metricSet.add(.diskBytes, disk.size)
        }
        return metricSet
    }

    static func size(of path: String) -> Int? {
        var status = stat()
        return stat(path, &status) == 0 ? Int(status.st_size) : nil
    }

    /// Returns the disk space available to an unprivileged process, and the size of the disk, in bytes.
    private static func disk(_ path: String) -> (free: Int, size: Int)? {
        var status = statvfs()
        guard statvfs(path, &status) == 0 else { return nil }
        let blockBytes = UInt64(status.f_frsize)
        return (
            Int(clamping: UInt64(status.f_bavail) * blockBytes), Int(clamping: UInt64(status.f_blocks) * blockBytes)
        )
    }
}
