import Contracts

/// Total daily energy expenditure, in kcal.
enum Expenditure {
    /// Returns the basal rate times the activity factor; for EER, evaluates the equation of the activity level.
    static func kcal(of body: Body, at level: ActivityLevel, bmr: Double, by formula: Formula) -> Double {
        guard formula == .eer2023 else { return bmr * factor(of: level) }
        return BasalRate.bothSexes(body) { eer(body, level, isMale: $0) }
    }

    /// Returns the activity factor, a multiple of the basal rate.
    static func factor(of level: ActivityLevel) -> Double {
        switch level {
        case .sedentary: 1.2
        case .light: 1.375
        case .moderate: 1.55
        case .intense: 1.725
        case .veryIntense: 1.9
        }
    }

    /// The coefficients of one equation.
    private struct Coefficients {
        let constant: Double
        let perCm: Double
        let perKg: Double
    }

    /// Dietary Reference Intakes for Energy (National Academies, 2023), adults from 19 years.
    private static func eer(_ body: Body, _ level: ActivityLevel, isMale: Bool) -> Double {
        let coefficients = isMale ? menCoefficients(level) : womenCoefficients(level)
        let perYear = isMale ? -10.83 : -7.01
        return coefficients.constant + coefficients.perCm * body.heightCm + coefficients.perKg * body.weightKg
            + perYear * Double(body.age)
    }

    private static func menCoefficients(_ level: ActivityLevel) -> Coefficients {
        switch level {
        case .sedentary: Coefficients(constant: 753.07, perCm: 6.50, perKg: 14.10)
        case .light: Coefficients(constant: 581.47, perCm: 8.30, perKg: 14.94)
        case .moderate: Coefficients(constant: 1_004.82, perCm: 6.52, perKg: 15.91)
        case .intense, .veryIntense: Coefficients(constant: -517.88, perCm: 15.61, perKg: 19.11)
        }
    }

    private static func womenCoefficients(_ level: ActivityLevel) -> Coefficients {
        switch level {
        case .sedentary: Coefficients(constant: 584.90, perCm: 5.72, perKg: 11.71)
        case .light: Coefficients(constant: 575.77, perCm: 6.60, perKg: 12.14)
        case .moderate: Coefficients(constant: 710.25, perCm: 6.54, perKg: 12.34)
        case .intense, .veryIntense: Coefficients(constant: 511.83, perCm: 9.07, perKg: 12.56)
        }
    }
}
