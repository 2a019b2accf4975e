import Contracts

/// Maps Open Food Facts' nutriments to the catalog's nutrients.
enum NutrimentTable {
    /// The nutrient that an amount sets.
    enum Target: Sendable {
        case amount(any WritableKeyPath<ImportedFood, Double?> & Sendable)
        case further(FurtherNutrient)
        /// Energy in kilojoules, for products without kilocalories.
        case kilojoules
        /// Salt in grams, for products without sodium.
        case salt
    }

    /// A nutrient and its unit.
    struct Entry: Sendable {
        let target: Target
        let perGram: Double
    }

    private static let milligrams = 1e3
    private static let micrograms = 1e6

    /// The nutrients by their names in Open Food Facts, with amounts in grams except for energy.
    static let entries: [String: Entry] = {
        var entries: [String: Entry] = [
            "energy-kcal": Entry(target: .amount(\.kcal), perGram: 1),
            "energy-kj": Entry(target: .kilojoules, perGram: 1),
            "energy": Entry(target: .kilojoules, perGram: 1),
            "proteins": Entry(target: .amount(\.proteinG), perGram: 1),
            "fat": Entry(target: .amount(\.fatG), perGram: 1),
            "carbohydrates": Entry(target: .amount(\.carbohydrateG), perGram: 1),
            "fiber": Entry(target: .amount(\.fiberG), perGram: 1),
            "sugars": Entry(target: .amount(\.sugarG), perGram: 1),
            "saturated-fat": Entry(target: .amount(\.saturatedFatG), perGram: 1),
            "sodium": Entry(target: .amount(\.sodiumMg), perGram: milligrams),
            "salt": Entry(target: .salt, perGram: 1),
        ]
        for (name, nutrient) in further {
            let unit =
                nutrient.rawValue.hasSuffix("Mg") ? milligrams : nutrient.rawValue.hasSuffix("Ug") ? micrograms : 1
            entries[name] = Entry(target: .further(nutrient), perGram: unit)
        }
        return entries
    }()

    // Alcohol is omitted, since its unit is % by volume.
    private static let further: [String: FurtherNutrient] = [
        "added-sugars": .addedSugarG, "caffeine": .caffeineMg, "calcium": .calciumMg,
        "cholesterol": .cholesterolMg, "copper": .copperMg, "vitamin-b9": .folateUg, "iodine": .iodineUg,
        "iron": .ironMg, "magnesium": .magnesiumMg, "manganese": .manganeseMg,
        "monounsaturated-fat": .monounsaturatedFatG, "vitamin-pp": .niacinMg, "phosphorus": .phosphorusMg,
        "polyunsaturated-fat": .polyunsaturatedFatG, "potassium": .potassiumMg, "vitamin-b2": .riboflavinMg,
        "selenium": .seleniumUg, "vitamin-b1": .thiaminMg, "trans-fat": .transFatG, "vitamin-a": .vitaminAUg,
        "vitamin-b12": .vitaminB12Ug, "vitamin-b6": .vitaminB6Mg, "vitamin-c": .vitaminCMg,
        "vitamin-d": .vitaminDUg, "vitamin-e": .vitaminEMg, "vitamin-k": .vitaminKUg, "zinc": .zincMg,
    ]
}

/// Collects the nutriments of a product of Open Food Facts.
struct Nutriments {
    private var kilojoules: Double?
    private var saltG: Double?

    /// Whether no amount has been added.
    private(set) var isEmpty = true

    /// Adds an amount per 100 g.
    ///
    /// - Parameters:
    ///   - entry: The nutrient.
    ///   - amount: The amount in grams, kilocalories or kilojoules.
    ///   - food: Receives the amount.
    mutating func take(_ entry: NutrimentTable.Entry, _ amount: Double, _ food: inout ImportedFood) {
        isEmpty = false
        switch entry.target {
        case .amount(let path): food[keyPath: path] = Amount.rounded(amount * entry.perGram)
        case .further(let nutrient): food.nutrients[nutrient] = Amount.rounded(amount * entry.perGram)
        case .kilojoules: kilojoules = amount
        case .salt: saltG = amount
        }
    }

    /// Sets energy and sodium that are given only as kilojoules and salt.
    func complete(_ food: inout ImportedFood) {
        if food.kcal == nil, let kilojoules { food.kcal = Amount.kilocalories(ofKilojoules: kilojoules) }
        if food.sodiumMg == nil, let saltG { food.sodiumMg = Amount.sodiumMg(ofSaltG: saltG) }
    }
}
