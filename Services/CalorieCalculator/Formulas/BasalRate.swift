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
