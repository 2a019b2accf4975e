package import CommandSupport

/// A limit for a run: `p99=50ms`, `errors=0.1%`, `rate=95%`.
package struct LoadLimit: Sendable, Equatable {
    /// The measured metric.
    package enum Metric: String, Sendable, CaseIterable {
        case mean
        case p50
        case p90
        case p95
        case p99
        case p999 = "p99.9"
        case max
        /// The greatest share of due requests that may fail or be missed.
        case errors
        /// The least share of due requests that must succeed before sending ends.
        case rate
    }

    /// The accepted forms, for error messages.
    package static let forms = "p50, p90, p95, p99, p99.9, mean or max with a time (p99=50ms), errors=0.1% or rate=95%"

    /// The text as given.
    package let text: String
    package let metric: Metric
    /// Microseconds, or a share from 0 to 1.
    package let bound: Double

    /// Parses a limit.
    ///
    /// - Parameter text: A metric, `=` and a bound.
    /// - Throws: `CommandFailure` that lists the accepted forms.
    package init(_ text: String) throws(CommandFailure) {
        let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        guard parts.count == 2, let metric = Metric(rawValue: parts[0]) else {
            throw CommandFailure("--limit is \(text), but must be \(Self.forms).")
        }
        let bound = metric.isShare ? Self.share(parts[1]) : Self.microseconds(parts[1])
        guard let bound else { throw CommandFailure("--limit is \(text), but must be \(Self.forms).") }
        (self.text, self.metric, self.bound) = (text, metric, bound)
    }

    package var isLatency: Bool { !metric.isShare }

    /// Compares the measurements with the limit.
    ///
    /// - Parameters:
    ///   - figures: The measurements of the run or of a step.
    ///   - rateShare: The share of due requests that succeeded in time.
    /// - Returns: The measured value, and whether it meets the limit.
    package func verdict(on figures: LoadMetrics, rateShare: Double) -> LoadVerdict {
        let measured = measured(figures, rateShare)
        // A run without a successful response proves nothing, so it meets no limit.
        let isEmpty = figures.good == 0
        let isMet = !isEmpty && (metric == .rate ? measured >= bound : measured <= bound)
        return LoadVerdict(limit: self, measured: measured, isMet: isMet)
    }

    private func measured(_ figures: LoadMetrics, _ rateShare: Double) -> Double {
        switch metric {
        case .mean: figures.latency.meanUs
        case .p50: figures.latency.p50Us
        case .p90: figures.latency.p90Us
        case .p95: figures.latency.p95Us
        case .p99: figures.latency.p99Us
        case .p999: figures.latency.p999Us
        case .max: figures.latency.maxUs
        case .errors: figures.failedShare
        case .rate: rateShare
        }
    }

    private static func microseconds(_ text: String) -> Double? {
        for (unit, factor) in [("ms", 1_000.0), ("us", 1), ("µs", 1), ("s", 1_000_000)] where text.hasSuffix(unit) {
            return Double(text.dropLast(unit.count)).flatMap { $0 > 0 && $0.isFinite ? $0 * factor : nil }
        }
        return nil
    }

    private static func share(_ text: String) -> Double? {
        guard text.hasSuffix("%"), let percent = Double(text.dropLast()), (0...100).contains(percent) else {
            return nil
        }
        return percent / 100
    }
}

extension LoadLimit.Metric {
    /// Whether the metric is a share of requests and not a time.
    package var isShare: Bool { self == .errors || self == .rate }
}

/// The result of checking a limit.
package struct LoadVerdict: Sendable, Equatable {
    package let limit: LoadLimit
    package let measured: Double
    package let isMet: Bool

    package var measuredText: String {
        limit.metric.isShare ? LoadText.percent(measured) : LoadText.time(microseconds: measured)
    }
}
