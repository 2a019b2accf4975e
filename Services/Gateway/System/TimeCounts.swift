import Observability

/// Numbers of requests by their time, in the buckets of ``Buckets/seconds``.
package struct TimeCounts: Sendable, Equatable {
    private static let millisecondsPerSecond = 1_000.0
    /// Hundredths of a millisecond: finer than any bucket.
    private static let roundingPerMs = 100.0

    private var counts = [UInt64](repeating: 0, count: Buckets.timesCount)

    package init() {}

    /// Adds the counts of a sample; others than those of a histogram of times are ignored.
    package mutating func add(_ other: [UInt64]?) {
        guard let other, other.count == counts.count else { return }
        for (index, count) in other.enumerated() { counts[index] &+= count }
    }

    package mutating func add(_ other: TimeCounts) { add(other.counts) }

    /// Returns what was counted after an earlier moment of the same process.
    package func since(_ earlier: TimeCounts) -> TimeCounts {
        var difference = TimeCounts()
        for (index, count) in counts.enumerated() {
            difference.counts[index] = count - min(count, earlier.counts[index])
        }
        return difference
    }

    /// The number of requests.
    package var total: UInt64 { counts.reduce(0, &+) }

    /// Estimates the time that a share of the requests does not exceed.
    ///
    /// Times are taken as evenly spread within a bucket. For a time beyond the last bound, it is that bound.
    ///
    /// - Parameter share: From 0 to 1, such as 0.99.
    /// - Returns: Milliseconds; nil without requests.
    package func quantileMs(_ share: Double) -> Double? {
        let total = self.total
        guard total > 0 else { return nil }
        let rank = share * Double(total)
        var below = 0.0
        for (index, count) in counts.enumerated() where count > 0 {
            if below + Double(count) >= rank {
                guard index < Buckets.seconds.count else { break }
                let from = index > 0 ? Buckets.seconds[index - 1] : 0
                let seconds = from + (Buckets.seconds[index] - from) * max(0, rank - below) / Double(count)
                return Self.rounded(seconds * Self.millisecondsPerSecond)
            }
            below += Double(count)
        }
        return Buckets.seconds.last.map { Self.rounded($0 * Self.millisecondsPerSecond) }
    }

    private static func rounded(_ milliseconds: Double) -> Double {
        (milliseconds * roundingPerMs).rounded() / roundingPerMs
    }
}
