package import Contracts

/// Detects implausible numbers; such foods are stored and flagged, never dropped silently.
package enum FoodChecks {
    /// Version of the rules: increase it when equal numbers get other flags, so that the next import updates all foods.
    static let version = 2

    private static let macroG = 0.0...100.0
    /// Maximum sum of protein, fat and carbohydrate: measured and rounded separately, they may slightly exceed 100 g.
    private static let macrosTogetherMaxG = 105.0
    /// Tolerance in grams between a part and its whole, which are rounded and often measured separately.
    private static let partToleranceG = 1.0
    /// Relative deviation of energy from the macronutrients: labels are rounded, and fibre and polyols give less.
    private static let energyTolerance = 0.3
    private static let energyToleranceKcal = 5.0
    /// Upper bound for strong spirits: 100 g of pure alcohol have 700 kcal.
    private static let alcoholicKcalMax = 700.0
    /// Stems of words in the names of alcoholic drinks and of extracts in alcohol.
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
    /// Servings within this distance of 100 g are not distinguishable from 100 g.
    private static let servingToleranceG = 15.0

    /// Returns the doubts about a food's numbers in the order of ``FoodFlag``.
    ///
    /// - Parameter food: The numbers, per 100 g according to the source, and a serving if known.
    /// - Returns: Each flag at most once.
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
        // Few sources provide alcohol.
        if kcal > expected.upperBound, kcal <= alcoholicKcalMax, isAlcoholic(food) { return [] }
        if fits(EnergyFactor.kcal(ofKilojoules: kcal), expected) { return [.energyInKilojoules, .energyMismatch] }
        return isPerServing(food, kcal, expected) ? [.energyMismatch, .perServing] : [.energyMismatch]
    }

    /// Returns the energy of the macronutrients as a range, since carbohydrate may or may not include fibre; nil if any
    /// of them is unknown.
    private static func energy(of food: ImportedFood) -> ClosedRange<Double>? {
        guard let protein = food.proteinG, let fat = food.fatG, let carbohydrate = food.carbohydrateG else {
            return nil
        }
        let alcohol = (food.nutrients[.alcoholG] ?? 0) * EnergyFactor.kcalPerGramOfAlcohol
        let most =
            protein * EnergyFactor.kcalPerGramOfProtein + fat * EnergyFactor.kcalPerGramOfFat
            + carbohydrate * EnergyFactor.kcalPerGramOfCarbohydrate + alcohol
        // Fibre counts 2 kcal/g as part of the carbohydrate, and 2 kcal/g more if it is separate.
        let (fiber, perFiberG) = (food.fiberG ?? 0, EnergyFactor.kcalPerGramOfFibre)
        let least = most - min(fiber, carbohydrate) * (EnergyFactor.kcalPerGramOfCarbohydrate - perFiberG)
        return least <= most ? least...(most + fiber * perFiberG) : most...most
    }

    private static func isAlcoholic(_ food: ImportedFood) -> Bool {
        let words = WordNormaliser.words(of: food.name) + WordNormaliser.words(of: food.category ?? "")
        return words.contains { alcoholicWords.contains(Stemmer.stem(of: $0)) }
    }

    private static func fits(_ kcal: Double, _ expected: ClosedRange<Double>) -> Bool {
        let lower = expected.lowerBound * (1 - energyTolerance) - energyToleranceKcal
        return kcal >= lower && kcal <= expected.upperBound * (1 + energyTolerance) + energyToleranceKcal
    }

    /// Returns whether energy refers to a serving and the macronutrients to 100 g, or the reverse.
    private static func isPerServing(_ food: ImportedFood, _ kcal: Double, _ expected: ClosedRange<Double>) -> Bool {
        guard let serving = food.servingG, serving > 0, abs(serving - 100) > servingToleranceG else { return false }
        return fits(kcal * 100 / serving, expected) || fits(kcal * serving / 100, expected)
    }
}
