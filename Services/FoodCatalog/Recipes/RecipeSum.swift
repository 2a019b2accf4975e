import Contracts

/// The totals of a recipe's ingredients.
///
/// Cooking removes or adds water: it changes the weight but, in this model, none of the nutrients.
struct RecipeSum: Sendable {
    /// Nutrients of the whole recipe.
    let total: RecipeNutrients
    /// Weight of the whole recipe in grams.
    let grams: Double
    /// Names of the nutrients that are unknown for some ingredient.
    let incomplete: [String]
    /// The known allergens of all ingredients; nil if none is known and some ingredient's are unknown.
    ///
    /// Known allergens are reported even if the list is incomplete; ``allergensComplete`` states which is the case.
    let allergens: [Allergen]?
    let allergensComplete: Bool

    init(of ingredients: [RecipeIngredient], cookedGrams: Double?) {
        var total = RecipeNutrients(kcal: Self.sum(ingredients) { $0.kcal } ?? 0)
        var incomplete: [String] = []
        for (name, path) in RecipeNutrients.amounts {
            total[keyPath: path] = Self.sum(ingredients) { $0[keyPath: path] }
            if total[keyPath: path] == nil { incomplete.append(name) }
        }
        for name in Set(ingredients.flatMap(\.per100g.nutrients.keys)).sorted() {
            total.nutrients[name] = Self.sum(ingredients) { $0.nutrients[name] }
            if total.nutrients[name] == nil { incomplete.append(name) }
        }
        self.total = total
        self.incomplete = incomplete
        grams = cookedGrams ?? ingredients.reduce(0) { $0 + $1.grams }
        let known = Set(ingredients.flatMap { $0.allergens ?? [] })
        allergensComplete = ingredients.allSatisfy {
            $0.allergens != nil && !$0.flags.contains(FoodFlag.allergensIncomplete.rawValue)
        }
        allergens =
            known.isEmpty && !allergensComplete ? nil : Allergen.allCases.filter { known.contains($0.rawValue) }
    }

    var per100g: RecipeNutrients { total.scaled(by: 100 / grams) }

    /// Returns the total of an amount; nil if it is unknown for any ingredient.
    private static func sum(_ ingredients: [RecipeIngredient], _ amount: (RecipeNutrients) -> Double?) -> Double? {
        var sum = 0.0
        for ingredient in ingredients {
            guard let per100g = amount(ingredient.per100g) else { return nil }
            sum += per100g * ingredient.grams / 100
        }
        return sum
    }
}

extension RecipeNutrients {
    /// The amounts besides energy, with the names of their fields.
    static var amounts: [(String, WritableKeyPath<RecipeNutrients, Double?>)] {
        [
            ("proteinG", \.proteinG), ("fatG", \.fatG), ("carbohydrateG", \.carbohydrateG), ("fiberG", \.fiberG),
            ("sugarG", \.sugarG), ("saturatedFatG", \.saturatedFatG), ("sodiumMg", \.sodiumMg),
        ]
    }

    /// Returns all amounts multiplied by a factor, rounded to thousandths.
    func scaled(by factor: Double) -> RecipeNutrients {
        var scaled = self
        scaled.kcal = (kcal * factor).inThousandths
        for (_, path) in Self.amounts {
            scaled[keyPath: path] = self[keyPath: path].map { ($0 * factor).inThousandths }
        }
        scaled.nutrients = nutrients.mapValues { ($0 * factor).inThousandths }
        return scaled
    }

    /// Creates the nutrients of 100 g of a food.
    init(per100gOf food: FoodRow) {
        self.init(
            kcal: food.kcal,
            proteinG: food.proteinG,
            fatG: food.fatG,
            carbohydrateG: food.carbohydrateG,
            fiberG: food.fiberG,
            sugarG: food.sugarG,
            saturatedFatG: food.saturatedFatG,
            sodiumMg: food.sodiumMg,
            nutrients: food.nutrients
        )
    }
}

extension Double {
    /// The value rounded to thousandths, which is finer than any measured amount of a food.
    var inThousandths: Double { (self * 1_000).rounded() / 1_000 }
}
