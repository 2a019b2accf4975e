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
