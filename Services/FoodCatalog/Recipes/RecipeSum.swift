import Contracts

/// What ingredients come to.
///
/// Cooking takes water away and adds some: it changes the weight and, as far as this goes, none of the nutrients.
struct RecipeSum: Sendable {
    /// Of the whole.
    let total: RecipeNutrients
    /// What the whole weighs.
    let grams: Double
    /// Nutrients that some ingredient does not tell.
    let incomplete: [String]
    /// Those of the ingredients that are known; nil where none is and some ingredient's are unknown.
    ///
    /// Whoever must avoid something is warned of what is known, and ``allergensComplete`` says whether that is all.
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

    /// What all ingredients have together; nil as soon as one of them does not tell.
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
    /// Amounts besides energy, with the names of their fields.
    static var amounts: [(String, WritableKeyPath<RecipeNutrients, Double?>)] {
        [
            ("proteinG", \.proteinG), ("fatG", \.fatG), ("carbohydrateG", \.carbohydrateG), ("fiberG", \.fiberG),
            ("sugarG", \.sugarG), ("saturatedFatG", \.saturatedFatG), ("sodiumMg", \.sodiumMg),
        ]
    }

    /// So many times as much, to a thousandth.
    func scaled(by factor: Double) -> RecipeNutrients {
        var scaled = self
        scaled.kcal = (kcal * factor).inThousandths
        for (_, path) in Self.amounts {
            scaled[keyPath: path] = self[keyPath: path].map { ($0 * factor).inThousandths }
        }
        scaled.nutrients = nutrients.mapValues { ($0 * factor).inThousandths }
        return scaled
    }

    /// What a food contains in 100 g.
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
    /// To a thousandth, which is finer than anything that is weighed or told of a food.
    var inThousandths: Double { (self * 1_000).rounded() / 1_000 }
}
