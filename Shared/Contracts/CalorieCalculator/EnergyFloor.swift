/// The minimum recommended energy, in kcal a day.
package enum EnergyFloor {
    package static let (menKcal, womenKcal) = (1_500.0, 1_200.0)
    /// The age, in full years, from which the rules for adults apply.
    package static let adultAge = 19
    /// Below this BMI no deficit is given.
    package static let underweightBMI = 18.5

    /// Returns the floor for a person, which is never above their expenditure.
    ///
    /// - Parameters:
    ///   - sex: Nil or `other` for the mean of both floors.
    ///   - tdee: The expenditure; nil if unknown.
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
