/// How many requests a run asks for, and when.
package enum LoadShape: Sendable, Equatable {
    /// As many each second.
    case constant(rate: Double)
    /// More with each step, until the set does not follow any more.
    case steps(first: Double, growth: Double, seconds: Double)
    /// A day with its meals in the time of the run; the rate is that of the busiest minutes.
    case day(peakRate: Double)
    /// No rate: each connection asks again when it was answered.
    case closed

    /// What it is called in reports.
    package var name: String {
        switch self {
        case .constant: "constant"
        case .steps: "steps"
        case .day: "day"
        case .closed: "closed loop"
        }
    }

    /// The run as stretches of one rate each, one after the other; none where there is no rate.
    ///
    /// - Parameter seconds: How long the run is at most.
    /// - Returns: The stretches, which fill the run.
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

/// A stretch of a run during which the rate stays the same.
package struct LoadSlice: Sendable, Equatable {
    /// Since the run began.
    package let startNs: UInt64
    package let lengthNs: UInt64
    /// Requests a second.
    package let rate: Double

    package init(startNs: UInt64, lengthNs: UInt64, rate: Double) {
        self.startNs = startNs
        self.lengthNs = lengthNs
        self.rate = rate
    }

    package var endNs: UInt64 { startNs + lengthNs }
}
