/// Changed fields of a recipe; a new recipe is a change to an empty one.
package struct RecipeChange: Codable, Sendable, Equatable {
    package var name: Patch<String> = .unchanged
    /// The language of the name: ISO 639-1, such as `en`; `und` if unknown.
    package var language: Patch<String> = .unchanged
    /// Number of servings.
    package var servings: Patch<Double> = .unchanged
    /// The weight of the finished dish; null for the sum of its ingredients.
    package var cookedGrams: Patch<Double> = .unchanged
    /// Replaces all existing ingredients.
    package var ingredients: Patch<[RecipePart]> = .unchanged
    package var steps: Patch<[String]> = .unchanged
    /// Null removes the image; any other value is rejected, because images are uploaded.
    package var imageURL: Patch<String> = .unchanged
    /// Whether all users find and read it; false by default.
    package var shared: Patch<Bool> = .unchanged

    package init() {}
}

/// An amount of a food in a recipe, as entered.
package struct RecipePart: Codable, Sendable, Equatable {
    package var foodId: FoodID
    package var grams: Double

    package init(foodId: FoodID, grams: Double) {
        self.foodId = foodId
        self.grams = grams
    }
}
