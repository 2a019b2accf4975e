/// How large a recipe may be; one of the largest still fits into one message, with what is told of its ingredients.
package enum RecipeLimits {
    package static let ingredientsMax = 100
    /// Of an ingredient: from a pinch to what a canteen needs.
    package static let ingredientGrams = 0.01...100_000.0
    package static let cookedGrams = 0.1...1_000_000.0
    package static let servings = 0.1...1_000.0
    package static let stepsMax = 100
    package static let stepLength = 1...2_000
    /// All steps together, in UTF-8.
    package static let stepsBytesMax = 600_000
}
