/// Sex in the equations; `other` uses the mean of both.
public enum Sex: String, Codable, Sendable, CaseIterable {
    case male
    case female
    case other
}

/// Physical activity, from desk work (1.2 times the basal rate) to hard training each day (1.9 times).
public enum ActivityLevel: String, Codable, Sendable, CaseIterable {
    case sedentary
    case light
    case moderate
    case intense
    case veryIntense
}

/// The intended change of weight.
public enum Goal: String, Codable, Sendable, CaseIterable {
    case lose
    case keep
    case gain
}

/// The equation for a target.
public enum Formula: String, Codable, Sendable, CaseIterable {
    /// Harris–Benedict, revised by Roza and Shizgal in 1984: the default.
    case harrisBenedict
    /// Mifflin and St Jeor, 1990.
    case mifflinStJeor
    /// Katch and McArdle; needs body fat.
    case katchMcArdle
    /// Cunningham, 1980; needs body fat.
    case cunningham
    /// Estimated energy requirement of the US and Canada, 2023; adults from 19 years.
    case eer2023

    /// The error if body fat is missing.
    static let bodyFatMessage = "{field} is needed for this formula."

    /// Whether the equation computes with the lean mass.
    var needsBodyFat: Bool { self == .katchMcArdle || self == .cunningham }
}

/// Categories of the body-mass index of adults, by the World Health Organization.
public enum BMICategory: String, Codable, Sendable, CaseIterable {
    case underweight
    case normal
    case overweight
    case obesity1
    case obesity2
    case obesity3
}

/// The accepted ranges of body measurements.
public enum BodyLimits {
    /// Full years.
    public static let age = 13...120
    public static let heightCm = 50.0...272.0
    public static let weightKg = 20.0...635.0
    public static let bodyFatPercent = 3.0...70.0
    /// Plausible expenditures, in kcal a day.
    public static let tdeeKcal = 800.0...6_000.0
}

/// The minimum recommended energy, in kcal a day.
public enum EnergyFloor {
    public static let (menKcal, womenKcal) = (1_500.0, 1_200.0)
    /// The age, in full years, from which the rules for adults apply.
    public static let adultAge = 19
    /// Below this BMI no deficit is given.
    public static let underweightBMI = 18.5

    /// Returns the floor for a person, which is never above their expenditure.
    ///
    /// - Parameters:
    ///   - sex: Nil or `other` for the mean of both floors.
    ///   - tdee: The expenditure; nil if unknown.
    /// - Returns: The floor in kcal a day.
    public static func kcal(_ sex: Sex?, tdee: Double?) -> Double {
        let floor =
            switch sex {
            case .male: menKcal
            case .female: womenKcal
            case .other, nil: (menKcal + womenKcal) / 2
            }
        return min(floor, tdee ?? floor)
    }
}
