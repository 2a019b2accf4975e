public import JSONCoding

/// Foods collected to be logged together; each user has one cart.
public struct Cart: Codable, Sendable, Equatable {
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
        self._additionalKcal = Nullable(wrappedValue: additionalKcal)
        self._additionalName = Nullable(wrappedValue: additionalName)
        self.totals = totals
        self.incomplete = incomplete
    }
}

/// A food in a cart.
public struct CartItem: Codable, Sendable, Equatable {
    public var foodId: FoodID
    public var name: String
    @Nullable public var imageURL: String?
    /// The address of the food's picture, a path on this server.
    ///
    /// It follows from the id, so it is not set, and a decoded one is ignored.
    public var picture: String { FoodPicture.path(of: foodId) }
    public var grams: Double
    @Nullable public var portion: String?
    @Nullable public var quantity: Double?
    /// What one `more` adds: in portions if there is one, else in grams.
    public var step: Double
    /// The nutrients of that amount.
    public var nutrients: Nutrients
    /// The time at which it was added; RFC 3339, UTC.
    public var addedAt: String

    public init(
        foodId: FoodID,
        name: String,
        imageURL: String?,
        grams: Double,
        portion: String?,
        quantity: Double?,
        step: Double = DiaryCartItemsSet.gramsPerStep,
        nutrients: Nutrients,
        addedAt: String
    ) {
        self.foodId = foodId
        self.name = name
        self._imageURL = Nullable(wrappedValue: imageURL)
        self.grams = grams
        self._portion = Nullable(wrappedValue: portion)
        self._quantity = Nullable(wrappedValue: quantity)
        self.step = step
        self.nutrients = nutrients
        self.addedAt = addedAt
    }

    private enum CodingKeys: String, CodingKey {
        case foodId
        case name
        case imageURL
        case picture
        case grams
        case portion
        case quantity
        case step
        case addedAt
    }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        foodId = try container.decode(FoodID.self, forKey: .foodId)
        name = try container.decode(String.self, forKey: .name)
        _imageURL = try container.decode(Nullable<String>.self, forKey: .imageURL)
        _ = try container.decodeIfPresent(String.self, forKey: .picture)
        grams = try container.decode(Double.self, forKey: .grams)
        _portion = try container.decode(Nullable<String>.self, forKey: .portion)
        _quantity = try container.decode(Nullable<Double>.self, forKey: .quantity)
        step = try container.decode(Double.self, forKey: .step)
        addedAt = try container.decode(String.self, forKey: .addedAt)
        nutrients = try Nutrients(from: decoder)
    }

    /// Encodes the nutrients beside the food's own fields, as in an entry.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(foodId, forKey: .foodId)
        try container.encode(name, forKey: .name)
        try container.encode(_imageURL, forKey: .imageURL)
        try container.encode(picture, forKey: .picture)
        try container.encode(grams, forKey: .grams)
        try container.encode(_portion, forKey: .portion)
        try container.encode(_quantity, forKey: .quantity)
        try container.encode(step, forKey: .step)
        try container.encode(addedAt, forKey: .addedAt)
        try nutrients.encode(to: encoder)
    }
}
