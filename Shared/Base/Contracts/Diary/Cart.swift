public import JSONCoding

/// Foods collected to be logged together; each user has one cart.
public struct Cart: Codable, Sendable, Equatable, Versioned {
    /// Maximum number of foods in a cart: more than any meal has.
    public static let itemsMax = 100

    /// Number of changes, from 1; 0 for a cart that was never used.
    public var version: Int
    /// In the order in which they were added.
    public var items: [CartItem]
    /// Energy to be logged in addition to the foods.
    @Nullable public var additionalKcal: Double?
    /// The name of that energy.
    @Nullable public var additionalName: String?
    public var totals: Nutrients
    /// Nutrients with too low a total, because they are unknown for some food of the cart.
    public var incomplete: [String]

    public init(
        version: Int,
        items: [CartItem],
        additionalKcal: Double?,
        additionalName: String?,
        totals: Nutrients,
        incomplete: [String]
    ) {
        self.version = version
        self.items = items
        self.additionalKcal = additionalKcal
        self.additionalName = additionalName
        self.totals = totals
        self.incomplete = incomplete
    }
}

/// A food in a cart.
public struct CartItem: FoodWithAmountRecord {
    public var food: FoodWithAmount
    /// What one `more` adds: in portions if there is one, else in grams.
    public var step: Double
    /// The time at which it was added; RFC 3339, UTC.
    public var addedAt: String

    public init(_ food: FoodWithAmount, step: Double = DiaryCartItemsSet.gramsPerStep, addedAt: String) {
        self.food = food
        self.step = step
        self.addedAt = addedAt
    }

    private enum CodingKeys: String, CodingKey {
        case step
        case addedAt
    }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        food = try FoodWithAmount(from: decoder)
        step = try container.decode(Double.self, forKey: .step)
        addedAt = try container.decode(String.self, forKey: .addedAt)
    }

    /// Encodes the fields of the food beside its own.
    public func encode(to encoder: any Encoder) throws {
        try food.encode(to: encoder)
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(step, forKey: .step)
        try container.encode(addedAt, forKey: .addedAt)
    }
}
