/// The least energy that is recommended, in kcal a day.
package enum EnergyFloor {
    package static let (menKcal, womenKcal) = (1_500.0, 1_200.0)
    /// From this age on, in full years, the adults' rules hold.
    package static let adultAge = 19
    /// Below this index nobody is given a deficit.
    package static let underweightBMI = 18.5

    /// The floor of a person, which is never above what they spend.
    ///
    /// - Parameters:
    ///   - sex: Nil or `other` for the mean of both floors.
    ///   - tdee: The expenditure; nil where it is not known.
    /// - Returns: The floor in kcal a day.
    package static func kcal(_ sex: Sex?, tdee: Double?) -> Double {
        let floor =
            switch sex {
            case .male: menKcal
            case .female: womenKcal
            case .other, nil: (menKcal + womenKcal) / 2
            }
        return min(floor, tdee ?? floor)
    }
}
