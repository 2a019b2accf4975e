import Contracts

/// The default split of energy into macronutrients.
enum MacroSplit {
    /// The share of energy from fat.
    private static let fatShare = 0.3
    /// The weight at this BMI is the maximum weight for the protein calculation, since body fat needs no protein.
    private static let referenceBMI = 25.0

    /// Returns grams with energy that adds up to the target.
    ///
    /// Carbohydrate gets the rest. If protein and fat leave none, fat is reduced first, then protein.
    static func macros(of body: Body, goal: Goal, dailyKcal: Int) -> Macros {
        let kcal = Double(dailyKcal)
        let heightM = body.heightCm / 100
        let referenceKg = min(body.weightKg, referenceBMI * heightM * heightM)
        let desiredProteinG = (goal == .keep ? 1.6 : 1.8) * referenceKg
        let proteinG = min(desiredProteinG, kcal / EnergyFactor.kcalPerGramOfProtein)
        let afterProtein = kcal - proteinG * EnergyFactor.kcalPerGramOfProtein
        let fatG = min(fatShare * kcal, afterProtein) / EnergyFactor.kcalPerGramOfFat
        let rest = max(0, afterProtein - fatG * EnergyFactor.kcalPerGramOfFat)
        return Macros(proteinG: proteinG, fatG: fatG, carbohydrateG: rest / EnergyFactor.kcalPerGramOfCarbohydrate)
    }
}
