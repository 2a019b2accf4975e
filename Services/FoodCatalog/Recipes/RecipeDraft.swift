import Contracts
import JSONCoding
import Storage

/// A recipe that is being created or changed, together with its food.
struct RecipeDraft: Sendable {
    private(set) var own: OwnFood
    private(set) var recipe: RecipeRow

    /// Creates an empty draft.
    init(id: FoodID, of owner: UserID) {
        own = OwnFood(id: id, of: owner, type: .recipe)
        recipe = RecipeRow(servings: 1, cookedGrams: nil, ingredients: [], steps: [])
    }

    /// Creates a draft from a stored recipe.
    init(_ row: FoodRow, _ recipe: RecipeRow, of owner: UserID) {
        own = OwnFood(row, of: owner)
        self.recipe = recipe
    }

    /// Applies a change that satisfies its rules, and derives the food from the result.
    ///
    /// - Parameters:
    ///   - change: The change; fields that it does not name keep their values.
    ///   - reader: Reads the ingredients' foods.
    /// - Throws: `invalid` for an ingredient that does not exist or is not visible, and for a recipe that cannot be a
    ///   food.
    mutating func apply(_ change: RecipeChange, _ reader: SQLReader) throws {
        applyOwnFields(of: change)
        let parts = change.ingredients.value ?? recipe.parts
        recipe.ingredients = try ingredients(parts, reader)
        try RecipeRules.check(recipe)
        try updateFoodValues()
    }

    /// Returns whether a new recipe with these fields would be this one.
    ///
    /// The values of ingredients do not count: they are those of the time at which the recipe was stored.
    func hasContent(of fields: RecipeChange) -> Bool {
        var new = RecipeDraft(id: .make(), of: own.owner)
        new.applyOwnFields(of: fields)
        return own.food.name == new.own.food.name && own.food.language == new.own.food.language
            && own.shared == new.own.shared && recipe.servings == new.recipe.servings
            && recipe.cookedGrams == new.recipe.cookedGrams && recipe.steps == new.recipe.steps
            && recipe.parts == fields.ingredients.value ?? []
    }

    /// Applies all fields of a change but the ingredients.
    private mutating func applyOwnFields(of change: RecipeChange) {
        if let name = change.name.value { own.food.name = FoodValidator.tidied(name) }
        if change.language.isChange { own.food.language = change.language.value ?? OwnFood.unknownLanguage }
        if change.imageURL.isChange { own.imageURL = change.imageURL.value }
        if change.shared.isChange { own.shared = change.shared.value ?? false }
        if let servings = change.servings.value { recipe.servings = servings }
        if change.cookedGrams.isChange { recipe.cookedGrams = change.cookedGrams.value }
        if change.steps.isChange { recipe.steps = change.steps.value ?? [] }
    }

    /// Returns the ingredients with the foods' current values; ingredients of removed foods keep their stored values.
    private func ingredients(_ parts: [RecipePart], _ reader: SQLReader) throws -> [RecipeIngredient] {
        var checker = RuleChecker()
        var ingredients: [RecipeIngredient] = []
        for (index, part) in parts.enumerated() {
            if let food = try FoodTable.stored(part.foodId, reader)?.food, isAllowed(food) {
                ingredients.append(RecipeIngredient(food, grams: part.grams))
            } else if var known = recipe.ingredients.first(where: { $0.foodId == part.foodId }) {
                known.grams = part.grams
                ingredients.append(known)
            } else {
                checker.require(
                    false,
                    "ingredients[\(index)].foodId",
                    .notAllowed,
                    "ingredients[\(index)].foodId must be a food that you can see, and not this recipe itself."
                )
            }
        }
        try checker.finish()
        return ingredients
    }

    private func isAllowed(_ food: FoodRow) -> Bool {
        food.id != own.food.id && (!food.isPrivate || food.owner == own.owner)
    }

    /// Sets the food's values from the recipe's totals.
    private mutating func updateFoodValues() throws {
        let sum = recipe.sum
        let per100g = sum.per100g
        own.food.kcal = per100g.kcal
        own.food.proteinG = per100g.proteinG
        own.food.fatG = per100g.fatG
        own.food.carbohydrateG = per100g.carbohydrateG
        own.food.fiberG = per100g.fiberG
        own.food.sugarG = per100g.sugarG
        own.food.saturatedFatG = per100g.saturatedFatG
        own.food.sodiumMg = per100g.sodiumMg
        own.food.nutrients = [:]
        for (name, amount) in per100g.nutrients {
            if let nutrient = FurtherNutrient(rawValue: name) { own.food.nutrients[nutrient] = amount }
        }
        own.food.portions = [Portion(name: OwnFood.servingName, grams: recipe.servingG)]
        own.food.ingredients = recipe.ingredientNames
        own.food.allergens = sum.allergens
        own.flags = sum.allergens != nil && !sum.allergensComplete ? [.allergensIncomplete] : []
        own.rest = try recipe.bytes()
    }
}

extension RecipeIngredient {
    /// Creates an ingredient from a food's current values.
    init(_ food: FoodRow, grams: Double) {
        self.init(
            foodId: food.id,
            name: food.name,
            grams: grams,
            per100g: RecipeNutrients(per100gOf: food),
            flags: food.flags.map(\.rawValue),
            allergens: food.allergens?.map(\.rawValue)
        )
    }
}
