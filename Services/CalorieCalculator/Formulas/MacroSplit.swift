import Contracts

/// The default split of energy into macronutrients.
enum MacroSplit {
    /// Energy of one gram, in kcal (Atwater's general factors).
    static let kcalPerGramOfProtein = 4.0
    static let kcalPerGramOfCarbohydrate = 4.0
    static let kcalPerGramOfFat = 9.0
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
        let proteinG = min(wanted, kcal / kcalPerGramOfProtein)
        let afterProtein = kcal - proteinG * kcalPerGramOfProtein
        let fatG = min(fatShare * kcal, afterProtein) / kcalPerGramOfFat
        let rest = max(0, afterProtein - fatG * kcalPerGramOfFat)
        return Macros(proteinG: proteinG, fatG: fatG, carbohydrateG: rest / kcalPerGramOfCarbohydrate)
    }
}
