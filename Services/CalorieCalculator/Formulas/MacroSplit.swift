import Contracts

/// The default split of energy into macronutrients.
enum MacroSplit {
    /// The share of energy that fat gives.
    private static let fatShare = 0.3
    /// The BMI whose weight bounds the one that protein is counted by: fat needs none.
    private static let referenceBMI = 25.0

    /// Grams whose energy adds up to the target's.
    ///
    /// Carbohydrate is the rest; where protein and fat leave none, fat gives way, and protein after it.
    static func macros(of body: Body, goal: Goal, dailyKcal: Int) -> Macros {
        let kcal = Double(dailyKcal)
        let heightM = body.heightCm / 100
        let referenceKg = min(body.weightKg, referenceBMI * heightM * heightM)
        let wanted = (goal == .keep ? 1.6 : 1.8) * referenceKg
        let proteinG = min(wanted, kcal / EnergyFactor.kcalPerGramOfProtein)
        let afterProtein = kcal - proteinG * EnergyFactor.kcalPerGramOfProtein
        let fatG = min(fatShare * kcal, afterProtein) / EnergyFactor.kcalPerGramOfFat
        let rest = max(0, afterProtein - fatG * EnergyFactor.kcalPerGramOfFat)
        return Macros(proteinG: proteinG, fatG: fatG, carbohydrateG: rest / EnergyFactor.kcalPerGramOfCarbohydrate)
    }
}
