import Contracts

/// Nutrients of a product per 100 g, in either of the two forms of Open Food Facts.
///
/// Up to version 1002 of its schema, `nutriments` has `<nutrient>_100g` in grams, kilojoules or kilocalories. From
/// version 1003 on, `nutrition.aggregated_set` has values with units.
struct OpenFoodFactsNutrients {
    private static let milligrams = 1_000.0
    private static let micrograms = 1_000_000.0
    /// Grams per unit.
    private static let grams: [String: Double] = [
        "kg": 1_000, "g": 1, "mg": 1e-3, "µg": 1e-6, "μg": 1e-6, "mcg": 1e-6, "ug": 1e-6,
    ]
    private static let columns: [(String, any WritableKeyPath<ImportedFood, Double?> & Sendable, Double)] = [
        ("proteins", \.proteinG, 1), ("fat", \.fatG, 1), ("carbohydrates", \.carbohydrateG, 1), ("fiber", \.fiberG, 1),
        ("sugars", \.sugarG, 1), ("saturated-fat", \.saturatedFatG, 1), ("sodium", \.sodiumMg, milligrams),
    ]
    private static let further: [(String, FurtherNutrient, Double)] = [
        ("added-sugars", .addedSugarG, 1), ("monounsaturated-fat", .monounsaturatedFatG, 1),
        ("polyunsaturated-fat", .polyunsaturatedFatG, 1), ("trans-fat", .transFatG, 1),
        ("caffeine", .caffeineMg, milligrams), ("calcium", .calciumMg, milligrams),
        ("cholesterol", .cholesterolMg, milligrams), ("copper", .copperMg, milligrams), ("iron", .ironMg, milligrams),
        ("magnesium", .magnesiumMg, milligrams), ("manganese", .manganeseMg, milligrams),
        ("vitamin-pp", .niacinMg, milligrams), ("phosphorus", .phosphorusMg, milligrams),
        ("potassium", .potassiumMg, milligrams), ("vitamin-b2", .riboflavinMg, milligrams),
        ("vitamin-b1", .thiaminMg, milligrams), ("vitamin-b6", .vitaminB6Mg, milligrams),
        ("vitamin-c", .vitaminCMg, milligrams), ("vitamin-e", .vitaminEMg, milligrams), ("zinc", .zincMg, milligrams),
        ("vitamin-b9", .folateUg, micrograms), ("iodine", .iodineUg, micrograms),
        ("selenium", .seleniumUg, micrograms), ("vitamin-a", .vitaminAUg, micrograms),
        ("vitamin-b12", .vitaminB12Ug, micrograms), ("vitamin-d", .vitaminDUg, micrograms),
        ("vitamin-k", .vitaminKUg, micrograms),
    ]

    /// Returns a nutrient in grams, or energy in kilocalories.
    private let amount: (String) -> Double?
    private let kilojoules: (String) -> Double?

    /// Returns nil if the product has neither form for the product as sold, per 100 g or 100 ml.
    init?(_ product: RemoteJSON) {
        if let set = product["nutrition"]?["aggregated_set"], set.isObject {
            guard set["per"].map({ ["100g", "100ml"].contains($0.text(RemoteText.labelMax)) }) ?? true,
                set["preparation"].map({ $0.text(RemoteText.labelMax) == "as_sold" }) ?? true,
                let nutrients = set["nutrients"]
            else { return nil }
            amount = { Self.grams(nutrients[$0], energyUnit: "kcal") }
            kilojoules = { Self.grams(nutrients[$0], energyUnit: "kj") }
        } else if let nutriments = product["nutriments"], nutriments.isObject {
            amount = { nutriments["\($0)_100g"]?.amount }
            kilojoules = amount
        } else {
            return nil
        }
    }

    func fill(_ food: inout ImportedFood) {
        food.kcal =
            amount("energy-kcal")
            ?? (kilojoules("energy-kj") ?? kilojoules("energy")).map(EnergyFactor.kcal(ofKilojoules:))
        for (name, path, factor) in Self.columns { food[keyPath: path] = amount(name).map { $0 * factor } }
        if food.sodiumMg == nil { food.sodiumMg = amount("salt").map { $0 / Salt.perSodium * Self.milligrams } }
        for (name, nutrient, factor) in Self.further { food.nutrients[nutrient] = amount(name).map { $0 * factor } }
    }

    /// Returns a value of the newer form in grams, or in the energy unit; nil for other units, such as IU.
    private static func grams(_ nutrient: RemoteJSON?, energyUnit: String) -> Double? {
        guard let nutrient, let value = nutrient["value"]?.amount,
            let unit = nutrient["unit"]?.text(RemoteText.labelMax)?.lowercased()
        else { return nil }
        return unit == energyUnit ? value : grams[unit].map { $0 * value }
    }
}
