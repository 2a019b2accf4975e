import Contracts
import GRDB
import Synchronization

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

    var figures: MetricSet {
        let state = state.withLock { $0 }
        var figures = MetricSet()
        figures.add(.commitSeconds, counts: state.times, sum: Double(state.totalNs) / 1e9)
        figures.add(.commitWrites, counts: state.writes, sum: Double(state.writesTotal))
        for reason in Self.reasons { figures.add(.commitFailures, by: [reason], state.failures[reason] ?? 0) }
        return figures
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
