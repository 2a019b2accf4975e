/// The kind of a food on the list of healthy ones.
package enum HealthyFoodKind {}

package typealias HealthyFoodID = Identifier<HealthyFoodKind>

/// A food that is good to eat often, with why and how.
package struct HealthyFood: Codable, Sendable, Equatable {
    package var id: HealthyFoodID
    /// In the language that was asked for, where there is a name in it; else in English.
    package var name: String
    /// Of 100 g.
    package var kcal: Double
    /// In the language that was asked for, where there is one in it; else in English.
    package var description: String
    @Nullable package var imageURL: String?
    @Nullable package var recipeURL: String?
    package var category: String
    /// The food of the catalogue that it is, to be logged; null where that is not there.
    @Nullable package var foodId: FoodID?
    /// Counts its changes, from 1.
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
