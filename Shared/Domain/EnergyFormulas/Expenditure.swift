import Contracts

/// Equations of the basal metabolic rate, in kcal a day.
enum BasalRate {
    /// Returns the rate by a formula.
    ///
    /// EER gives whole-day energy only; its rate is that of Mifflin and St Jeor.
    static func kcal(of body: Body, by formula: Formula) -> Double {
        switch formula {
        case .harrisBenedict: bothSexes(body) { harrisBenedict(body, isMale: $0) }
        case .mifflinStJeor, .eer2023: bothSexes(body) { mifflinStJeor(body, isMale: $0) }
        // The body fat is validated to be set; without it the whole weight would count as lean.
        case .katchMcArdle: 370 + 21.6 * (body.leanMassKg ?? body.weightKg)
        case .cunningham: 500 + 22 * (body.leanMassKg ?? body.weightKg)
        }
    }

    /// Evaluates an equation for a sex; for `other`, returns the mean of both sexes.
    static func bothSexes(_ body: Body, _ equation: (_ isMale: Bool) -> Double) -> Double {
        switch body.sex {
        case .male: equation(true)
        case .female: equation(false)
        case .other: (equation(true) + equation(false)) / 2
        }
    }

    /// Roza and Shizgal, "The Harris Benedict equation reevaluated", Am J Clin Nutr 1984.
    private static func harrisBenedict(_ body: Body, isMale: Bool) -> Double {
        let age = Double(body.age)
        return isMale
            ? 88.362 + 13.397 * body.weightKg + 4.799 * body.heightCm - 5.677 * age
            : 447.593 + 9.247 * body.weightKg + 3.098 * body.heightCm - 4.330 * age
    }

    /// Mifflin, St Jeor et al., "A new predictive equation for resting energy expenditure", Am J Clin Nutr 1990.
    private static func mifflinStJeor(_ body: Body, isMale: Bool) -> Double {
        10 * body.weightKg + 6.25 * body.heightCm - 5 * Double(body.age) + (isMale ? 5 : -161)
    }
}

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

/// Energy of exercise by its metabolic equivalent (MET), the multiple of the energy spent at rest.
///
/// One MET equals 1 kcal per kg and hour, as in the Compendium of Physical Activities.
package enum ExerciseEnergy {
    /// Returns all energy spent during the exercise, in kcal.
    package static func grossKcal(met: Double, weightKg: Double, hours: Double) -> Double { met * weightKg * hours }

    /// Returns the energy in addition to that spent at rest, in kcal.
    package static func netKcal(met: Double, weightKg: Double, hours: Double) -> Double {
        grossKcal(met: max(0, met - 1), weightKg: weightKg, hours: hours)
    }
}
