/// Changed fields of a healthy food; a new food is a change to an empty one.
package struct HealthyFoodChange: Codable, Sendable, Equatable {
    /// In English.
    package var name: Patch<String> = .unchanged
    /// In other languages, by ISO 639-1; replaces all existing ones.
    package var names: Patch<[String: String]> = .unchanged
    /// Per 100 g.
    package var kcal: Patch<Double> = .unchanged
    /// In English.
    package var description: Patch<String> = .unchanged
    /// In other languages, by ISO 639-1; replaces all existing ones.
    package var descriptions: Patch<[String: String]> = .unchanged
    package var imageURL: Patch<String> = .unchanged
    package var recipeURL: Patch<String> = .unchanged
    package var category: Patch<String> = .unchanged
    package var foodId: Patch<FoodID> = .unchanged

    package init() {}
}

/// The limits of the list of healthy foods.
package enum HealthyFoodLimits {
    /// A list to browse, not a second catalog.
    package static let foodsMax = 1_000
    package static let descriptionLength = 1...2_000
    package static let descriptionBytesMax = 8_000
    package static let categoryLength = 1...60
    package static let categoryBytesMax = 240
}
