import Contracts

/// The check of a recipe that its ingredients' foods decide.
enum RecipeRules {
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
