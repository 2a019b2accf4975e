/// A limit that a run must keep to: `p99=50ms`, `errors=0.1%`, `rate=95%`.
package struct LoadLimit: Sendable, Equatable {
    /// What is limited.
    package enum Figure: String, Sendable, CaseIterable {
        case mean
        case p50
        case p90
        case p95
        case p99
        case p999 = "p99.9"
        case max
        /// Requests that failed or were missed, of those that were due; no more than so many.
        case errors
        /// Requests that were answered well while the run lasted, of those that were due; at least so many.
        case rate
    }

    /// What may be written, for who wrote something else.
    package static let forms = "p50, p90, p95, p99, p99.9, mean or max with a time (p99=50ms), errors=0.1% or rate=95%"

    /// As it was written.
    package let text: String
    package let figure: Figure
    /// Microseconds, or a share of one.
    package let bound: Double

    /// Reads a limit.
    ///
    /// - Parameter text: A figure, `=` and a bound.
    /// - Throws: `SetFailure` that says what may be written.
    package init(_ text: String) throws(SetFailure) {
        let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        guard parts.count == 2, let figure = Figure(rawValue: parts[0]) else {
            throw SetFailure("--limit is \(text), but must be \(Self.forms).")
        }
        let bound = figure.isShare ? Self.share(parts[1]) : Self.microseconds(parts[1])
        guard let bound else { throw SetFailure("--limit is \(text), but must be \(Self.forms).") }
        (self.text, self.figure, self.bound) = (text, figure, bound)
    }

    package var isLatency: Bool { !figure.isShare }

    /// Compares what was measured with the limit.
    ///
    /// - Parameters:
    ///   - figures: Of the run, or of a step of it.
    ///   - rateShare: Of the requests that were due, how many were answered well in time.
    /// - Returns: Whether it was met, and what was measured.
    package func verdict(on figures: LoadFigures, rateShare: Double) -> LoadVerdict {
        let measured = measured(figures, rateShare)
        // Nothing measured meets no limit: a run without a good answer has shown nothing.
        let isEmpty = figures.good == 0
        let isMet = !isEmpty && (figure == .rate ? measured >= bound : measured <= bound)
        return LoadVerdict(limit: self, measured: measured, isMet: isMet)
    }

    private func measured(_ figures: LoadFigures, _ rateShare: Double) -> Double {
        switch figure {
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

extension LoadLimit.Figure {
    /// Whether it is a share of requests, and no time.
    package var isShare: Bool { self == .errors || self == .rate }
}

/// Whether a limit was kept to.
package struct LoadVerdict: Sendable, Equatable {
    package let limit: LoadLimit
    package let measured: Double
    package let isMet: Bool

    package var measuredText: String {
        limit.figure.isShare ? LoadText.percent(measured) : LoadText.time(microseconds: measured)
    }
}
