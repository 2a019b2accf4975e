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

    public static let method = Method("diary.foods.recent", of: .diary, .read, .user).route(
        .get,
        "/v1/foods/recent",
        "Lists the foods that the caller has logged recently, or most often, each with its last amount.",
        scope: .diaryRead
    )

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
public struct RecentFood: FoodWithAmountRecord {
    public var food: FoodWithAmount
    /// The meal of the last entry.
    public var meal: Meal
    /// The number of entries with this food, of the requested meal or of all meals.
    public var count: Int
    /// The time of the newest of these entries; RFC 3339, UTC.
    public var lastAt: String

    public init(_ food: FoodWithAmount, meal: Meal, count: Int, lastAt: String) {
        self.food = food
        self.meal = meal
        self.count = count
        self.lastAt = lastAt
    }

    private enum CodingKeys: String, CodingKey {
        case meal
        case count
        case lastAt
    }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        food = try FoodWithAmount(from: decoder)
        meal = try container.decode(Meal.self, forKey: .meal)
        count = try container.decode(Int.self, forKey: .count)
        lastAt = try container.decode(String.self, forKey: .lastAt)
    }

    /// Encodes the fields of the food beside its own.
    public func encode(to encoder: any Encoder) throws {
        try food.encode(to: encoder)
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(meal, forKey: .meal)
        try container.encode(count, forKey: .count)
        try container.encode(lastAt, forKey: .lastAt)
    }
}

extension API {
    /// The contracts of this file.
    static let recentFoods: [any Contract.Type] = [DiaryFoodsRecent.self]
}
