package import JSONCoding

/// The kind of the ids of healthy foods.
package enum HealthyFoodKind {}

package typealias HealthyFoodID = Identifier<HealthyFoodKind>

/// A food that is good to eat often, with a description.
package struct HealthyFood: Codable, Sendable, Equatable {
    package var id: HealthyFoodID
    /// In the requested language if available, otherwise in English.
    package var name: String
    /// Per 100 g.
    package var kcal: Double
    /// In the requested language if available, otherwise in English.
    package var description: String
    @Nullable package var imageURL: String?
    @Nullable package var recipeURL: String?
    package var category: String
    /// The corresponding food of the catalog, for logging; null if the catalog does not have it.
    @Nullable package var foodId: FoodID?
    /// Number of changes, from 1.
    package var version: Int
    /// Only in details: its names by language.
    package var names: [String: String]?
    /// Only in details: its descriptions by language.
    package var descriptions: [String: String]?

    package init(
        id: HealthyFoodID,
        name: String,
        kcal: Double,
        description: String,
        imageURL: String?,
        recipeURL: String?,
        category: String,
        foodId: FoodID?,
        version: Int
    ) {
        self.id = id
        self.name = name
        self.kcal = kcal
        self.description = description
        self._imageURL = Nullable(wrappedValue: imageURL)
        self._recipeURL = Nullable(wrappedValue: recipeURL)
        self.category = category
        self._foodId = Nullable(wrappedValue: foodId)
        self.version = version
    }
}

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
    package static let categoryLength = 1...60
}
