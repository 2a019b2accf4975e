import Glibc

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
