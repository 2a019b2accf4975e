/// The limits of a recipe; one of the maximum size still fits into one message, with the values of its ingredients.
package enum RecipeLimits {
    package static let ingredientsMax = 100
    /// For an ingredient: from a pinch to the needs of a canteen.
    package static let ingredientGrams = 0.01...100_000.0
    package static let cookedGrams = 0.1...1_000_000.0
    package static let servings = 0.1...1_000.0
    package static let stepsMax = 100
    package static let stepLength = 1...2_000
    /// All steps together, in UTF-8.
    package static let stepsBytesMax = 600_000
}
