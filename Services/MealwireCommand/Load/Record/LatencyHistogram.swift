import Histogram

/// How long requests took, counted by time with three digits.
package struct LatencyHistogram: Sendable {
    /// Times are told apart from 0.1 µs on.
    private static let lowestNs: UInt64 = 100
    /// Longer than any request may take; what is longer counts as this.
    private static let highestNs: UInt64 = 120_000_000_000

    private var counts = Histogram<UInt32>(
        lowestDiscernibleValue: Self.lowestNs,
        highestTrackableValue: Self.highestNs,
        numberOfSignificantValueDigits: .three
    )

    package init() {}

    package var count: Int { Int(counts.totalCount) }

    package mutating func record(nanoseconds: UInt64) { counts.record(min(nanoseconds, Self.highestNs)) }

    package mutating func reset() { counts.reset() }

    /// The time within which so many of a hundred were answered, in microseconds; 0 where nothing was counted.
    package func microseconds(atPercentile percentile: Double) -> Double {
        Double(counts.valueAtPercentile(percentile)) / 1_000
    }

    /// What a report says of the times.
    package var summary: LatencySummary {
        LatencySummary(
            count: count,
            meanUs: counts.mean / 1_000,
            p50Us: microseconds(atPercentile: 50),
            p90Us: microseconds(atPercentile: 90),
            p95Us: microseconds(atPercentile: 95),
            p99Us: microseconds(atPercentile: 99),
            p999Us: microseconds(atPercentile: 99.9),
            maxUs: Double(counts.maxRecorded) / 1_000
        )
    }

    /// The curve as far as the count tells it: each point halves what lies beyond the one before in four steps.
    package var curve: [LatencyPoint] {
        guard count > 0 else { return [] }
        var points: [LatencyPoint] = []
        var beyond = 1.0
        while beyond * Double(count) >= 1 {
            let percentile = 100 * (1 - beyond)
            points.append(LatencyPoint(percentile: percentile, us: microseconds(atPercentile: percentile)))
            beyond *= Self.pointRatio
        }
        points.append(LatencyPoint(percentile: 100, us: Double(counts.maxRecorded) / 1_000))
        return points
    }

    /// The fourth root of a half.
    private static let pointRatio = 0.840_896_415_253_714_6
}

/// Times of requests, in microseconds.
package struct LatencySummary: Codable, Sendable, Equatable {
    package var count: Int
    package var meanUs: Double
    package var p50Us: Double
    package var p90Us: Double
    package var p95Us: Double
    package var p99Us: Double
    /// 99.9 %.
    package var p999Us: Double
    package var maxUs: Double

    package init(
        count: Int,
        meanUs: Double,
        p50Us: Double,
        p90Us: Double,
        p95Us: Double,
        p99Us: Double,
        p999Us: Double,
        maxUs: Double
    ) {
        self.count = count
        self.meanUs = meanUs
        self.p50Us = p50Us
        self.p90Us = p90Us
        self.p95Us = p95Us
        self.p99Us = p99Us
        self.p999Us = p999Us
        self.maxUs = maxUs
    }
}

/// A point of the curve of latencies: so many of a hundred took no longer.
package struct LatencyPoint: Codable, Sendable, Equatable {
    package var percentile: Double
    package var us: Double
}
