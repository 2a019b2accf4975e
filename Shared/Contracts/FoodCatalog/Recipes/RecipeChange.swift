/// The fields of a recipe, as a change to them; a new recipe is a change of nothing.
package struct RecipeChange: Codable, Sendable, Equatable {
    package var name: Patch<String> = .unchanged
    /// Of the name: ISO 639-1, such as `en`; `und` where it is not told.
    package var language: Patch<String> = .unchanged
    /// How many it makes.
    package var servings: Patch<Double> = .unchanged
    /// What it weighs when it is done; null for what its ingredients weigh.
    package var cookedGrams: Patch<Double> = .unchanged
    /// Takes the place of all that were there.
    package var ingredients: Patch<[RecipePart]> = .unchanged
    package var steps: Patch<[String]> = .unchanged
    /// Null, which removes the picture; any other value is refused, as pictures are uploaded.
    package var imageURL: Patch<String> = .unchanged
    /// Whether everybody finds and reads it; nobody but its owner does unless it says so.
    package var shared: Patch<Bool> = .unchanged

    package init() {}
}

/// So much of a food in a recipe, as it goes in.
package struct RecipePart: Codable, Sendable, Equatable {
    package var foodId: FoodID
    package var grams: Double

    package init(foodId: FoodID, grams: Double) {
        self.foodId = foodId
        self.grams = grams
    }
}
