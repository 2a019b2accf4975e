public import JSONCoding

/// A recipe with its nutrients, computed from its ingredients at the time of the last change.
public struct Recipe: Codable, Sendable, Equatable, Versioned {
    /// Also the id of its food in searches and diaries.
    public var id: FoodID
    public var name: String
    public var language: String
    public var servings: Double
    @Nullable public var cookedGrams: Double?
    /// The weight of the whole: cooked if given, otherwise the sum of its ingredients.
    public var grams: Double
    /// The weight of a serving; the food's portion "1 serving".
    public var servingG: Double
    /// The ingredients that the caller may see: all of an own recipe; of a shared one only those that are foods of
    /// sources or shared themselves.
    public var ingredients: [RecipeIngredient]
    public var steps: [String]
    public var perServing: RecipeNutrients
    public var per100g: RecipeNutrients
    /// Nutrients that are unknown because those of an ingredient are.
    public var incomplete: [String]
    /// The known allergens of its ingredients; null if none is known.
    @Nullable public var allergens: [String]?
    /// Whether those of every ingredient are known; if not, there may be others than those listed.
    public var allergensComplete: Bool
    /// Raw values of ``FoodFlag``.
    public var flags: [String]
    public var shared: Bool
    @Nullable public var imageURL: String?
    /// The address of its picture, a path on this server.
    public var picture: String?
    /// Whether it is the caller's own; omitted otherwise.
    public var own: Bool?
    /// Only for own recipes: number of changes, from 1.
    public var version: Int?
    /// The weight of the ingredients that the caller may not see; omitted if the caller sees all.
    ///
    /// They are included in all values of the whole: nutrients, weight and allergens.
    public var hiddenGrams: Double?

    public init(
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
        self.cookedGrams = cookedGrams
        self.grams = grams
        self.servingG = servingG
        self.ingredients = ingredients.map(\.shown)
        self.steps = steps
        self.perServing = perServing
        self.per100g = per100g
        self.incomplete = incomplete
        self.allergens = allergens
        self.allergensComplete = allergensComplete
        self.flags = flags
        self.shared = shared
        self.imageURL = imageURL
        picture = FoodPicture.path(of: id)
    }
}

/// An amount of a food in a recipe, with the food's values when the recipe was saved.
public struct RecipeIngredient: Codable, Sendable, Equatable {
    public var foodId: FoodID
    /// Empty if the food belonged to a user since erased.
    public var name: String
    /// The address of the food's picture, a path on this server.
    public var picture: String?
    public var grams: Double
    public var per100g: RecipeNutrients
    /// Raw values of ``FoodFlag``.
    public var flags: [String]
    /// Raw values of ``Allergen``; null if unknown.
    @Nullable public var allergens: [String]?

    public init(
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
        self.allergens = allergens
    }

    /// The ingredient as replies have it, with the picture of its food; it must not be stored.
    fileprivate var shown: RecipeIngredient {
        var ingredient = self
        ingredient.picture = FoodPicture.path(of: foodId)
        return ingredient
    }
}

/// The nutrients of a recipe or an ingredient; unknown ones are null, never 0.
public struct RecipeNutrients: Codable, Sendable, Equatable {
    public var kcal: Double
    @Nullable public var proteinG: Double?
    @Nullable public var fatG: Double?
    @Nullable public var carbohydrateG: Double?
    @Nullable public var fiberG: Double?
    @Nullable public var sugarG: Double?
    @Nullable public var saturatedFatG: Double?
    @Nullable public var sodiumMg: Double?
    /// Further known nutrients, by the raw values of ``FurtherNutrient``.
    public var nutrients: [String: Double]

    public init(
        kcal: Double,
        proteinG: Double? = nil,
        fatG: Double? = nil,
        carbohydrateG: Double? = nil,
        fiberG: Double? = nil,
        sugarG: Double? = nil,
        saturatedFatG: Double? = nil,
        sodiumMg: Double? = nil,
        nutrients: [String: Double] = [:]
    ) {
        self.kcal = kcal
        self.proteinG = proteinG
        self.fatG = fatG
        self.carbohydrateG = carbohydrateG
        self.fiberG = fiberG
        self.sugarG = sugarG
        self.saturatedFatG = saturatedFatG
        self.sodiumMg = sodiumMg
        self.nutrients = nutrients
    }
}

/// Changed fields of a recipe; a new recipe is a change to an empty one.
public struct RecipeChange: Codable, Sendable, Equatable {
    public var name: Patch<String> = .unchanged
    /// The language of the name: ISO 639-1, such as `en`; `und` if unknown.
    public var language: Patch<String> = .unchanged
    /// Number of servings.
    public var servings: Patch<Double> = .unchanged
    /// The weight of the finished dish; null for the sum of its ingredients.
    public var cookedGrams: Patch<Double> = .unchanged
    /// Replaces all existing ingredients.
    public var ingredients: Patch<[RecipePart]> = .unchanged
    public var steps: Patch<[String]> = .unchanged
    /// Null removes the image; any other value is rejected, because images are uploaded.
    public var imageURL: Patch<String> = .unchanged
    /// Whether all users find and read it; false by default.
    public var shared: Patch<Bool> = .unchanged

    public init() {}
}

/// An amount of a food in a recipe, as entered.
public struct RecipePart: Codable, Sendable, Equatable {
    public var foodId: FoodID
    public var grams: Double

    public init(foodId: FoodID, grams: Double) {
        self.foodId = foodId
        self.grams = grams
    }
}

/// The limits of a recipe; one of the maximum size still fits into one message, with the values of its ingredients.
public enum RecipeLimits {
    public static let ingredientsMax = 100
    /// For an ingredient: from a pinch to the needs of a canteen.
    public static let ingredientGrams = 0.01...100_000.0
    public static let cookedGrams = 0.1...1_000_000.0
    public static let servings = 0.1...1_000.0
    public static let stepsMax = 100
    public static let stepLength = 1...2_000
    /// All steps together, in UTF-8.
    public static let stepsBytesMax = 600_000
}
