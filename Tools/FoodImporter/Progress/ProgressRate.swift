/// Computes the current speed of an import from samples.
package struct ProgressRate: Sendable {
    /// The age up to which samples count, because sorting or waiting may precede the steady import.
    private static let spanS = 10.0

    private struct Sample {
        let seconds: Double
        let rows: Int
        let bytes: Int
    }

    private var samples: [Sample] = []

    package init() {}

    /// Adds a sample.
    ///
    /// - Parameters:
    ///   - seconds: The time of a monotonic clock.
    ///   - rows: The number of answered rows.
    ///   - bytes: The number of bytes read.
    package mutating func add(seconds: Double, rows: Int, bytes: Int) {
        // Keeps the newest sample beyond the limit, so that the samples cover the whole span.
        while samples.count > 1, samples[1].seconds <= seconds - Self.spanS { samples.removeFirst() }
        samples.append(Sample(seconds: seconds, rows: rows, bytes: bytes))
    }

    /// The rows per second; nil with fewer than two samples.
    package var rowsPerSecond: Double? { perSecond(\.rows) }

    /// Returns the estimated seconds left; nil while the speed is unknown.
    package func secondsLeft(bytesInAll: Int) -> Double? {
        guard let last = samples.last, let pace = perSecond(\.bytes), pace > 0 else { return nil }
        return max(0, Double(bytesInAll - last.bytes) / pace)
    }

    private func perSecond(_ amount: KeyPath<Sample, Int>) -> Double? {
        guard let first = samples.first, let last = samples.last, last.seconds > first.seconds else { return nil }
        return Double(last[keyPath: amount] - first[keyPath: amount]) / (last.seconds - first.seconds)
    }
}
