public import JSONCoding

/// The kind of the ids of healthy foods.
public enum HealthyFoodKind {}

public typealias HealthyFoodID = Identifier<HealthyFoodKind>

/// A food that is good to eat often, with a description.
public struct HealthyFood: Codable, Sendable, Equatable, Versioned {
    public var id: HealthyFoodID
    /// In the requested language if available, otherwise in English.
    public var name: String
    /// Per 100 g.
    public var kcal: Double
    /// In the requested language if available, otherwise in English.
    public var description: String
    @Nullable public var imageURL: String?
    /// The address of its food's picture, a path on this server; omitted if it has no food.
    public var picture: String?
    @Nullable public var recipeURL: String?
    public var category: String
    /// The corresponding food of the catalog, for logging; null if the catalog does not have it.
    @Nullable public var foodId: FoodID?
    /// Number of changes, from 1.
    public var version: Int
    /// Only in details: its names by language.
    public var names: [String: String]?
    /// Only in details: its descriptions by language.
    public var descriptions: [String: String]?

    public init(
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
        self.imageURL = imageURL
        self.recipeURL = recipeURL
        self.category = category
        self.foodId = foodId
        picture = foodId.map(FoodPicture.path(of:))
        self.version = version
    }
}

/// Changed fields of a healthy food; a new food is a change to an empty one.
public struct HealthyFoodChange: Codable, Sendable, Equatable {
    /// In English.
    public var name: Patch<String> = .unchanged
    /// In other languages, by ISO 639-1; replaces all existing ones.
    public var names: Patch<[String: String]> = .unchanged
    /// Per 100 g.
    public var kcal: Patch<Double> = .unchanged
    /// In English.
    public var description: Patch<String> = .unchanged
    /// In other languages, by ISO 639-1; replaces all existing ones.
    public var descriptions: Patch<[String: String]> = .unchanged
    public var imageURL: Patch<String> = .unchanged
    public var recipeURL: Patch<String> = .unchanged
    public var category: Patch<String> = .unchanged
    public var foodId: Patch<FoodID> = .unchanged

    public init() {}
}

/// The limits of the list of healthy foods.
public enum HealthyFoodLimits {
    /// A list to browse, not a second catalog.
    public static let foodsMax = 1_000
    public static let descriptionLength = 1...2_000
    public static let categoryLength = 1...60
}
