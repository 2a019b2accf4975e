public import JSONCoding

/// Lists the foods that the caller has logged recently, or most often, each with its last amount.
public struct DiaryFoodsRecent: Contract {
    public struct Reply: Codable, Sendable, Equatable {
        /// Each food once.
        public var items: [RecentFood]

        public init(items: [RecentFood]) {
            self.items = items
        }
    }

    /// The order of the foods.
    public enum Sort: String, Codable, Sendable, CaseIterable {
        /// By the time of the last entry.
        case recent
        /// By the number of entries, then by the time of the last entry.
        case frequent
    }

    public static let limits = 1...100
    public static let limitDefault = 20

    public static let http: HTTPBinding? = HTTPBinding(
        .get,
        "/v1/foods/recent",
        "Lists the foods that the caller has logged recently, or most often, each with its last amount.",
        scope: .diaryRead
    )

    public static let method = Method("diary.foods.recent", of: .diary, .read, .user)

    public static let rules: Rules<Self> = [.range(\.limit, limits)]

    /// Counts only entries of this meal; of all meals by default.
    public var meal: Meal?
    public var sort: Sort?
    public var limit: Int?

    public init(meal: Meal? = nil, sort: Sort? = nil, limit: Int? = nil) {
        self.meal = meal
        self.sort = sort
        self.limit = limit
    }
}

/// A food with its last logged amount.
///
/// To log it again, send `foodId` with `portion` and `quantity`, or with `grams` if there is no portion.
public struct RecentFood: Codable, Sendable, Equatable {
    public var foodId: FoodID
    public var name: String
    @Nullable public var imageURL: String?
    /// The address of its picture, a path on this server: of its own image, or of its food.
    ///
    /// It follows from the other fields, so it is not set, and a decoded one is ignored.
    public var picture: String? { FoodPicture.path(of: foodId, image: imageURL) }
    /// The meal of the last entry.
    public var meal: Meal
    public var grams: Double
    @Nullable public var portion: String?
    @Nullable public var quantity: Double?
    /// The nutrients of that amount.
    public var nutrients: Nutrients
    /// The number of entries with this food, of the requested meal or of all meals.
    public var count: Int
    /// The time of the newest of these entries; RFC 3339, UTC.
    public var lastAt: String

    public init(
        foodId: FoodID,
        name: String,
        imageURL: String?,
        meal: Meal,
        grams: Double,
        portion: String?,
        quantity: Double?,
        nutrients: Nutrients,
        count: Int,
        lastAt: String
    ) {
        self.foodId = foodId
        self.name = name
        self._imageURL = Nullable(wrappedValue: imageURL)
        self.meal = meal
        self.grams = grams
        self._portion = Nullable(wrappedValue: portion)
        self._quantity = Nullable(wrappedValue: quantity)
        self.nutrients = nutrients
        self.count = count
        self.lastAt = lastAt
    }

    private enum CodingKeys: String, CodingKey {
        case foodId
        case name
        case imageURL
        case picture
        case meal
        case grams
        case portion
        case quantity
        case count
        case lastAt
    }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        foodId = try container.decode(FoodID.self, forKey: .foodId)
        name = try container.decode(String.self, forKey: .name)
        _imageURL = try container.decode(Nullable<String>.self, forKey: .imageURL)
        _ = try container.decodeIfPresent(String.self, forKey: .picture)
        meal = try container.decode(Meal.self, forKey: .meal)
        grams = try container.decode(Double.self, forKey: .grams)
        _portion = try container.decode(Nullable<String>.self, forKey: .portion)
        _quantity = try container.decode(Nullable<Double>.self, forKey: .quantity)
        count = try container.decode(Int.self, forKey: .count)
        lastAt = try container.decode(String.self, forKey: .lastAt)
        nutrients = try Nutrients(from: decoder)
    }

    /// Encodes the nutrients beside the food's own fields, as in an entry.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(foodId, forKey: .foodId)
        try container.encode(name, forKey: .name)
        try container.encode(_imageURL, forKey: .imageURL)
        try container.encodeIfPresent(picture, forKey: .picture)
        try container.encode(meal, forKey: .meal)
        try container.encode(grams, forKey: .grams)
        try container.encode(_portion, forKey: .portion)
        try container.encode(_quantity, forKey: .quantity)
        try container.encode(count, forKey: .count)
        try container.encode(lastAt, forKey: .lastAt)
        try nutrients.encode(to: encoder)
    }
}

extension API {
    /// The contracts of this file.
    static let recentFoods: [any Contract.Type] = [DiaryFoodsRecent.self]
}
