import Glibc

/// When on a day people use a diary: around breakfast, lunch and dinner, little between them and hardly at night.
package enum DayCurve {
    /// So fine that a step from one stretch to the next is not seen.
    package static let slices = 288

    /// A hill of the curve: around which hour, how high, and how wide (one standard deviation, in hours).
    private typealias Hill = (hour: Double, height: Double, width: Double)

    private static let meals: [Hill] = [(7.75, 0.7, 0.75), (12.75, 0.9, 0.8), (19.25, 1.0, 1.1)]
    /// Who is awake looks in now and then.
    private static let awake: Hill = (14, 0.12, 5)
    private static let night = 0.03
    private static let highest = (0..<slices).map { height(atHour: hour(ofSlice: $0)) }.max() ?? 1

    /// The hour of the day in the middle of a stretch, 0 to 24.
    package static func hour(ofSlice slice: Int) -> Double { 24 * (Double(slice) + 0.5) / Double(slices) }

    /// How much is asked for at an hour, as a share of the busiest minutes.
    package static func share(ofPeakAtHour hour: Double) -> Double { height(atHour: hour) / highest }

    private static func height(atHour hour: Double) -> Double {
        (meals + [awake]).reduce(night) { sum, hill in
            let distance = (hour - hill.hour) / hill.width
            return sum + hill.height * exp(-distance * distance / 2)
        }
    }
}
