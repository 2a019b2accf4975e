import Contracts
import JSONCoding

/// Validation rules for recipes.
enum RecipeRules {
    private typealias Limits = RecipeLimits

    /// Checks a change, or all fields of a new recipe.
    ///
    /// - Throws: `invalid` with every violation.
    static func check(_ change: RecipeChange, isNew: Bool) throws(ServiceError) {
        var checker = RuleChecker()
        let needed: [(String, isGiven: Bool, isCleared: Bool)] = [
            ("name", change.name.value != nil, change.name == .cleared),
            ("servings", change.servings.value != nil, change.servings == .cleared),
            ("ingredients", change.ingredients.value != nil, change.ingredients == .cleared),
        ]
        for (field, isGiven, isCleared) in needed {
            checker.require(!isNew || isGiven, field, .missing, "\(field) is missing.")
            checker.require(
                isNew || !isCleared,
                field,
                .notAllowed,
                "\(field) always has a value and cannot be null."
            )
        }
        checkValues(change, &checker)
        checkIngredients(change.ingredients.value, &checker)
        checkSteps(change.steps.value, &checker)
        try checker.finish()
    }

    private static func checkValues(_ change: RecipeChange, _ checker: inout RuleChecker) {
        checker.require(
            change.name.value,
            length: OwnFoodLimits.nameLength,
            bytesMax: OwnFoodLimits.nameBytesMax,
            "name",
            hasWords: true
        )
        checker.requireLanguage(change.language.value, "language")
        checker.require(change.servings.value, in: Limits.servings, "servings")
        checker.require(change.cookedGrams.value, in: Limits.cookedGrams, "cookedGrams")
        checker.requireNoAddress(change.imageURL.value, "imageURL")
    }

    private static func checkIngredients(_ ingredients: [RecipePart]?, _ checker: inout RuleChecker) {
        guard let ingredients else { return }
        checker.require(
            (1...Limits.ingredientsMax).contains(ingredients.count),
            "ingredients",
            ingredients.isEmpty ? .tooShort : .tooLong,
            "ingredients must have 1 to \(Limits.ingredientsMax) items.",
            ["min": "1", "max": "\(Limits.ingredientsMax)"]
        )
        for (index, ingredient) in ingredients.prefix(Limits.ingredientsMax).enumerated() {
            checker.require(ingredient.grams, in: Limits.ingredientGrams, "ingredients[\(index)].grams")
        }
    }

    private static func checkSteps(_ steps: [String]?, _ checker: inout RuleChecker) {
        guard let steps else { return }
        checker.require(
            steps.count <= Limits.stepsMax && steps.reduce(0) { $0 + $1.utf8.count } <= Limits.stepsBytesMax,
            "steps",
            .tooLong,
            "steps may have \(Limits.stepsMax) items and \(Limits.stepsBytesMax) bytes at most.",
            ["max": "\(Limits.stepsMax)", "bytesMax": "\(Limits.stepsBytesMax)"]
        )
        for (index, step) in steps.prefix(Limits.stepsMax).enumerated() {
            checker.require(step, length: Limits.stepLength, "steps[\(index)]")
        }
    }

    /// Checks the totals of a recipe, which depend on several fields.
    ///
    /// - Throws: `invalid` if it cannot be a food.
    static func check(_ recipe: RecipeRow) throws(ServiceError) {
        let (per100g, servingG) = (recipe.sum.per100g, recipe.servingG)
        var checker = RuleChecker()
        let amounts = RecipeNutrients.amounts.compactMap { per100g[keyPath: $0.1] } + per100g.nutrients.values
        checker.require(
            per100g.kcal <= OwnFoodLimits.kcalMax && amounts.allSatisfy { $0 <= OwnFoodLimits.amountMax },
            recipe.cookedGrams == nil ? "ingredients" : "cookedGrams",
            .outOfRange,
            """
            100 g of this would have \(Int(min(per100g.kcal, 1e9))) kcal, which is more than any food has; a weight is \
            wrong.
            """,
            ["max": "\(Int(OwnFoodLimits.kcalMax))"]
        )
        checker.require(
            OwnFoodLimits.portionGrams.contains(servingG),
            "servings",
            .outOfRange,
            "A serving would weigh \(servingG) g."
        )
        try checker.finish()
    }
}
