/// The rate of requests over time.
package enum LoadShape: Sendable, Equatable {
    /// A constant rate.
    case constant(rate: Double)
    /// A rate that grows with each step, until the stack no longer sustains it.
    case steps(first: Double, growth: Double, seconds: Double)
    /// A day compressed into the run, with the given rate at its peak.
    case day(peakRate: Double)
    /// No rate: each connection sends its next request after the response.
    case closed

    /// The name in reports.
    package var name: String {
        switch self {
        case .constant: "constant"
        case .steps: "steps"
        case .day: "day"
        case .closed: "closed loop"
        }
    }

    /// Returns consecutive slices with one rate each; empty for a closed loop.
    ///
    /// - Parameter seconds: The greatest duration of the run.
    /// - Returns: The slices, which fill the run.
    package func slices(seconds: Double) -> [LoadSlice] {
        switch self {
        case .constant(let rate):
            return [LoadSlice(startNs: 0, lengthNs: Self.nanoseconds(seconds), rate: rate)]
        case .steps(let first, let growth, let stepSeconds):
            let count = max(1, Int(seconds / stepSeconds))
            return Self.equal(count, Self.nanoseconds(stepSeconds)) { first + growth * Double($0) }
        case .day(let peakRate):
            let count = DayCurve.slices
            return Self.equal(count, Self.nanoseconds(seconds) / UInt64(count)) { slice in
                peakRate * DayCurve.share(ofPeakAtHour: DayCurve.hour(ofSlice: slice))
            }
        case .closed:
            return []
        }
    }

    private static func nanoseconds(_ seconds: Double) -> UInt64 { UInt64(seconds * 1_000_000_000) }

    private static func equal(_ count: Int, _ lengthNs: UInt64, _ rate: (Int) -> Double) -> [LoadSlice] {
        (0..<count).map { LoadSlice(startNs: UInt64($0) * lengthNs, lengthNs: lengthNs, rate: rate($0)) }
    }
}

/// A part of a run with a constant rate.
package struct LoadSlice: Sendable, Equatable {
    /// Nanoseconds since the start of the run.
    package let startNs: UInt64
    package let lengthNs: UInt64
    /// Requests per second.
    package let rate: Double

    package init(startNs: UInt64, lengthNs: UInt64, rate: Double) {
        self.startNs = startNs
        self.lengthNs = lengthNs
        self.rate = rate
    }

    package var endNs: UInt64 { startNs + lengthNs }
}
