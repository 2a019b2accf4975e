import Glibc

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

/// The use of a diary over a day: peaks at breakfast, lunch and dinner, and little at night.
package enum DayCurve {
    /// The number of slices of the day, fine enough for a smooth curve.
    package static let slices = 288

    /// A Gaussian of the curve: its hour, its height, and its standard deviation in hours.
    private typealias Peak = (hour: Double, height: Double, width: Double)

    private static let meals: [Peak] = [(7.75, 0.7, 0.75), (12.75, 0.9, 0.8), (19.25, 1.0, 1.1)]
    /// Occasional use during the waking hours.
    private static let awake: Peak = (14, 0.12, 5)
    private static let night = 0.03
    private static let highest = (0..<slices).map { height(atHour: hour(ofSlice: $0)) }.max() ?? 1

    /// Returns the hour in the middle of a slice, 0 to 24.
    package static func hour(ofSlice slice: Int) -> Double { 24 * (Double(slice) + 0.5) / Double(slices) }

    /// Returns the rate at an hour as a share of the peak rate.
    package static func share(ofPeakAtHour hour: Double) -> Double { height(atHour: hour) / highest }

    private static func height(atHour hour: Double) -> Double {
        (meals + [awake]).reduce(night) { sum, peak in
            let distance = (hour - peak.hour) / peak.width
            return sum + peak.height * exp(-distance * distance / 2)
        }
    }
}
