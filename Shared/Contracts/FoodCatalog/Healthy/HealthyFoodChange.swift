/// The fields of a healthy food, as a change to them; a new one is a change of nothing.
package struct HealthyFoodChange: Codable, Sendable, Equatable {
    /// In English.
    package var name: Patch<String> = .unchanged
    /// In other languages, by ISO 639-1; takes the place of all that were there.
    package var names: Patch<[String: String]> = .unchanged
    /// Of 100 g.
    package var kcal: Patch<Double> = .unchanged
    /// In English.
    package var description: Patch<String> = .unchanged
    /// In other languages, by ISO 639-1; takes the place of all that were there.
    package var descriptions: Patch<[String: String]> = .unchanged
    package var imageURL: Patch<String> = .unchanged
    package var recipeURL: Patch<String> = .unchanged
    package var category: Patch<String> = .unchanged
    package var foodId: Patch<FoodID> = .unchanged

    package init() {}
}

/// How much is on the list of healthy foods.
package enum HealthyFoodLimits {
    /// A list that a person looks through, and not a second catalogue.
    package static let foodsMax = 1_000
    package static let descriptionLength = 1...2_000
    package static let descriptionBytesMax = 8_000
    package static let categoryLength = 1...60
    package static let categoryBytesMax = 240
}
