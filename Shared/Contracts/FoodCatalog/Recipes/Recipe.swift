/// A recipe with what it contains, which follows from its ingredients as they were when it was saved last.
package struct Recipe: Codable, Sendable, Equatable {
    /// Also that of the food that it is in searches and diaries.
    package var id: FoodID
    package var name: String
    package var language: String
    package var servings: Double
    @Nullable package var cookedGrams: Double?
    /// What the whole weighs: cooked where that is told, else what its ingredients weigh.
    package var grams: Double
    /// What a serving weighs; the food's portion "1 serving".
    package var servingG: Double
    /// Those that the caller may see: their own recipe has all of them, one that somebody shares only those that are foods of sources
    /// or shared themselves.
    package var ingredients: [RecipeIngredient]
    package var steps: [String]
    package var perServing: RecipeNutrients
    package var per100g: RecipeNutrients
    /// Nutrients that are unknown because an ingredient's are.
    package var incomplete: [String]
    /// Those of its ingredients that are known; null where none is.
    @Nullable package var allergens: [String]?
    /// Whether those of every ingredient are known; if not, there may be others than those listed.
    package var allergensComplete: Bool
    /// The raw values of ``FoodFlag``.
    package var flags: [String]
    package var shared: Bool
    @Nullable package var imageURL: String?
    /// Whether it is the caller's own; left out where it is not.
    package var own: Bool?
    /// Only of one's own: counts its changes, from 1.
    package var version: Int?
    /// What those of the ingredients weigh together that the caller may not see; left out where they see all.
    ///
    /// They count in all that is told of the whole: nutrients, weight and allergens.
    package var hiddenGrams: Double?

    package init(
        id: FoodID,
        name: String,
        language: String,
        servings: Double,
        cookedGrams: Double?,
        grams: Double,
        servingG: Double,
        ingredients: [RecipeIngredient],
        steps: [String],
        perServing: RecipeNutrients,
        per100g: RecipeNutrients,
        incomplete: [String],
        allergens: [String]?,
        allergensComplete: Bool,
        flags: [String],
        shared: Bool,
        imageURL: String?
    ) {
        self.id = id
        self.name = name
        self.language = language
        self.servings = servings
        self._cookedGrams = Nullable(wrappedValue: cookedGrams)
        self.grams = grams
        self.servingG = servingG
        self.ingredients = ingredients
        self.steps = steps
        self.perServing = perServing
        self.per100g = per100g
        self.incomplete = incomplete
        self._allergens = Nullable(wrappedValue: allergens)
        self.allergensComplete = allergensComplete
        self.flags = flags
        self.shared = shared
        self._imageURL = Nullable(wrappedValue: imageURL)
    }
}

/// So much of a food in a recipe, with what the food was when the recipe was saved.
package struct RecipeIngredient: Codable, Sendable, Equatable {
    package var foodId: FoodID
    /// Empty where the food was that of somebody who has left.
    package var name: String
    package var grams: Double
    package var per100g: RecipeNutrients
    /// The raw values of ``FoodFlag``.
    package var flags: [String]
    /// The raw values of ``Allergen``; null where nobody knows.
    @Nullable package var allergens: [String]?

    package init(
        foodId: FoodID,
        name: String,
        grams: Double,
        per100g: RecipeNutrients,
        flags: [String] = [],
        allergens: [String]? = nil
    ) {
        self.foodId = foodId
        self.name = name
        self.grams = grams
        self.per100g = per100g
        self.flags = flags
        self._allergens = Nullable(wrappedValue: allergens)
    }
}
