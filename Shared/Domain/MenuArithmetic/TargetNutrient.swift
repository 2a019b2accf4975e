package import Contracts

/// The nutrients of a day's target.
package enum TargetNutrient: String, CaseIterable, Sendable {
    case kcal
    case protein
    case fat
    case carbohydrate

    /// The allowed relative deviation of a menu from its target.
    package var tolerance: Double { self == .kcal ? 0.03 : 0.1 }

    package func amount(in nutrients: PlanNutrients) -> Double {
        switch self {
        case .kcal: nutrients.kcal
        case .protein: nutrients.proteinG
        case .fat: nutrients.fatG
        case .carbohydrate: nutrients.carbohydrateG
        }
    }

    package func amount(in target: PlanTarget) -> Double? {
        switch self {
        case .kcal: target.dailyKcal
        case .protein: target.proteinG
        case .fat: target.fatG
        case .carbohydrate: target.carbohydrateG
        }
    }

    /// Returns the relative deviation of a total from its target.
    ///
    /// It is infinite if a target of 0 is exceeded, and nil without a target.
    package func deviation(of totals: PlanNutrients, from target: PlanTarget) -> Double? {
        guard let targetAmount = amount(in: target) else { return nil }
        let difference = amount(in: totals) - targetAmount
        return difference == 0 ? 0 : difference / targetAmount
    }
}

extension PlanNutrients {
    package static let none = PlanNutrients(kcal: 0, proteinG: 0, fatG: 0, carbohydrateG: 0)

    package static func + (left: PlanNutrients, right: PlanNutrients) -> PlanNutrients {
        PlanNutrients(
            kcal: left.kcal + right.kcal,
            proteinG: left.proteinG + right.proteinG,
            fatG: left.fatG + right.fatG,
            carbohydrateG: left.carbohydrateG + right.carbohydrateG
        )
    }

    /// Returns the nutrients of a mass in grams; `self` is per 100 g.
    package func of(grams: Double) -> PlanNutrients {
        PlanNutrients(
            kcal: (kcal * grams / 100).inHundredths,
            proteinG: (proteinG * grams / 100).inHundredths,
            fatG: (fatG * grams / 100).inHundredths,
            carbohydrateG: (carbohydrateG * grams / 100).inHundredths
        )
    }

    package var inHundredths: PlanNutrients { of(grams: 100) }
}

extension Double {
    /// The value rounded to two decimals, like all amounts of a menu.
    package var inHundredths: Double { (self * 100).rounded() / 100 }
}
