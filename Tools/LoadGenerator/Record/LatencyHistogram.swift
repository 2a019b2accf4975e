import Histogram

/// A histogram of latencies with three significant digits.
package struct LatencyHistogram: Sendable {
    /// The resolution: 0.1 µs.
    private static let lowestNs: UInt64 = 100
    /// Longer than any request may take; longer values count as this one.
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

    /// Returns the latency at a percentile in microseconds; 0 without any request.
    package func microseconds(atPercentile percentile: Double) -> Double {
        Double(counts.valueAtPercentile(percentile)) / 1_000
    }

    /// The latencies as reports contain them.
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

    /// The percentile curve as far as the count allows: every four points halve the share of slower requests.
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

    /// The fourth root of one half.
    private static let pointRatio = 0.840_896_415_253_714_6
}

/// Latencies in microseconds.
package struct LatencySummary: Codable, Sendable, Equatable {
    package var count: Int
    package var meanUs: Double
    package var p50Us: Double
    package var p90Us: Double
    package var p95Us: Double
    package var p99Us: Double
    /// The percentile 99.9.
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

/// A point of the percentile curve.
package struct LatencyPoint: Codable, Sendable, Equatable {
    package var percentile: Double
    package var us: Double
}
