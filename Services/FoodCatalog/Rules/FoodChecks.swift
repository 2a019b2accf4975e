package import Contracts

/// Finds numbers that cannot be right: such a food is kept and flagged, never dropped without a word.
package enum FoodChecks {
    /// Changes when the same numbers come to other flags; foods are then brought up to date by the next import.
    static let version = 2

    private static let macroG = 0.0...100.0
    /// Measured apart and rounded up, protein, fat and carbohydrate may come to a little more than everything.
    private static let macrosTogetherMaxG = 105.0
    /// A part and its whole are often measured, and always rounded, apart.
    private static let partToleranceG = 1.0
    /// Kilocalories of a gram (Atwater's general factors, Merrill and Watt 1973; alcohol 7; fibre 2, Regulation (EU) 1169/2011).
    private static let proteinKcal = 4.0
    private static let carbohydrateKcal = 4.0
    private static let fatKcal = 9.0
    private static let alcoholKcal = 7.0
    private static let fiberKcal = 2.0
    /// How far energy may be from what macronutrients give: labels round, and fibre and polyols give less.
    private static let energyTolerance = 0.3
    private static let energyToleranceKcal = 5.0
    /// Of strong spirits: 100 g of pure alcohol have 700 kcal.
    private static let alcoholicKcalMax = 700.0
    /// Stems of what drinks with alcohol, and extracts in it, are called.
    private static let alcoholicWords = Set(
        [
            "ale", "alcohol", "alcoholic", "beer", "beverage", "bourbon", "brandy", "champagne", "cider", "cocktail",
            "cognac", "cordial", "daiquiri", "extract", "gin", "lager", "liqueur", "liquor", "margarita", "martini",
            "mead",
            "prosecco", "rum", "sake", "sangria", "schnapps", "sherry", "spirit", "stout", "tequila", "vermouth",
            "vodka",
            "whiskey", "whisky", "wine",
        ].map(Stemmer.stem(of:))
    )
    private static let kilojoulesPerKilocalorie = 4.184
    /// A serving so near to 100 g makes no difference.
    private static let servingToleranceG = 15.0

    /// What is doubtful about a food's numbers, in the order of ``FoodFlag``.
    ///
    /// - Parameter food: The numbers, per 100 g as its source says, and a serving where that is known.
    /// - Returns: Each flag once.
    package static func flags(of food: ImportedFood) -> [FoodFlag] {
        var flags: [FoodFlag] = []
        let macros = [food.proteinG, food.fatG, food.carbohydrateG]
        if macros.contains(where: { $0.map { !macroG.contains($0) } ?? false }) { flags.append(.macroOutOfRange) }
        if macros.reduce(0, { $0 + ($1 ?? 0) }) > macrosTogetherMaxG { flags.append(.macrosTooHigh) }
        if let part = food.saturatedFatG, let fat = food.fatG, part > fat + partToleranceG {
            flags.append(.saturatedAboveFat)
        }
        if let part = food.sugarG, let carbohydrate = food.carbohydrateG, part > carbohydrate + partToleranceG {
            flags.append(.sugarAboveCarbohydrate)
        }
        flags += energyFlags(of: food)
        if macros.contains(where: { $0 == nil }) { flags.append(.macrosMissing) }
        return flags
    }

    private static func energyFlags(of food: ImportedFood) -> [FoodFlag] {
        guard let kcal = food.kcal, let expected = energy(of: food), !fits(kcal, expected) else { return [] }
        // Few sources tell alcohol.
        if kcal > expected.upperBound, kcal <= alcoholicKcalMax, isAlcoholic(food) { return [] }
        if fits(kcal / kilojoulesPerKilocalorie, expected) { return [.energyInKilojoules, .energyMismatch] }
        return isPerServing(food, kcal, expected) ? [.energyMismatch, .perServing] : [.energyMismatch]
    }

    /// What the macronutrients give, with carbohydrate that may or may not include fibre; nil where they are not all known.
    private static func energy(of food: ImportedFood) -> ClosedRange<Double>? {
        guard let protein = food.proteinG, let fat = food.fatG, let carbohydrate = food.carbohydrateG else {
            return nil
        }
        let alcohol = (food.nutrients[.alcoholG] ?? 0) * alcoholKcal
        let most = protein * proteinKcal + fat * fatKcal + carbohydrate * carbohydrateKcal + alcohol
        // Fibre counts 2 where it is part of the carbohydrate, and 2 more where it is not.
        let fiber = food.fiberG ?? 0
        let least = most - min(fiber, carbohydrate) * (carbohydrateKcal - fiberKcal)
        return least <= most ? least...(most + fiber * fiberKcal) : most...most
    }

    private static func isAlcoholic(_ food: ImportedFood) -> Bool {
        let words = WordNormaliser.words(of: food.name) + WordNormaliser.words(of: food.category ?? "")
        return words.contains { alcoholicWords.contains(Stemmer.stem(of: $0)) }
    }

    private static func fits(_ kcal: Double, _ expected: ClosedRange<Double>) -> Bool {
        let lower = expected.lowerBound * (1 - energyTolerance) - energyToleranceKcal
        return kcal >= lower && kcal <= expected.upperBound * (1 + energyTolerance) + energyToleranceKcal
    }

    /// Whether energy is of a serving where the macronutrients are of 100 g, or the other way round.
    private static func isPerServing(_ food: ImportedFood, _ kcal: Double, _ expected: ClosedRange<Double>) -> Bool {
        guard let serving = food.servingG, serving > 0, abs(serving - 100) > servingToleranceG else { return false }
        return fits(kcal * 100 / serving, expected) || fits(kcal * serving / 100, expected)
    }
}
