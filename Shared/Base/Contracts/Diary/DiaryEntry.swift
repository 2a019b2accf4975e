public import Calendar
public import JSONCoding

/// A meal of the day.
public enum Meal: String, Codable, Sendable, CaseIterable {
    case breakfast
    case lunch
    case dinner
    case snack
}

/// A logged food, with the nutrients at the time of logging: absolute amounts, not per 100 g.
public struct DiaryEntry: Codable, Sendable, Equatable, Versioned {
    public var id: EntryID
    public var date: PlainDate
    public var meal: Meal
    /// The position within the meal, from 0.
    public var position: Int
    /// The time of logging; RFC 3339, UTC.
    public var at: String
    @Nullable public var foodId: FoodID?
    public var name: String
    @Nullable public var imageURL: String?
    /// The address of its picture, a path on this server: of its own image, or of its food.
    ///
    /// It follows from the other fields, so it is not set, and a decoded one is ignored.
    public var picture: String? { FoodPicture.path(of: foodId, image: imageURL) }
    /// Null for an entry of energy without a food.
    @Nullable public var grams: Double?
    @Nullable public var portion: String?
    /// What to show instead of the name of the portion, in the user's language at the time of logging; omitted if it
    /// has no other name there.
    public var portionLabel: String?
    @Nullable public var quantity: Double?
    public var nutrients: Nutrients
    /// Number of changes of this entry, from 1.
    public var version: Int

    public init(
        id: EntryID,
        date: PlainDate,
        meal: Meal,
        position: Int,
        at: String,
        foodId: FoodID?,
        name: String,
        imageURL: String?,
        grams: Double?,
        portion: String?,
        portionLabel: String? = nil,
        quantity: Double?,
        nutrients: Nutrients,
        version: Int
    ) {
        self.id = id
        self.date = date
        self.meal = meal
        self.position = position
        self.at = at
        self.foodId = foodId
        self.name = name
        self.imageURL = imageURL
        self.grams = grams
        self.portion = portion
        self.portionLabel = portionLabel
        self.quantity = quantity
        self.nutrients = nutrients
        self.version = version
    }

    private enum CodingKeys: String, CodingKey {
        case id
        case date
        case meal
        case position
        case at
        case foodId
        case name
        case imageURL
        case picture
        case grams
        case portion
        case portionLabel
        case quantity
        case version
    }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        id = try container.decode(EntryID.self, forKey: .id)
        date = try container.decode(PlainDate.self, forKey: .date)
        meal = try container.decode(Meal.self, forKey: .meal)
        position = try container.decode(Int.self, forKey: .position)
        at = try container.decode(String.self, forKey: .at)
        _foodId = try container.decode(Nullable<FoodID>.self, forKey: .foodId)
        name = try container.decode(String.self, forKey: .name)
        _imageURL = try container.decode(Nullable<String>.self, forKey: .imageURL)
        _ = try container.decodeIfPresent(String.self, forKey: .picture)
        _grams = try container.decode(Nullable<Double>.self, forKey: .grams)
        _portion = try container.decode(Nullable<String>.self, forKey: .portion)
        portionLabel = try container.decodeIfPresent(String.self, forKey: .portionLabel)
        _quantity = try container.decode(Nullable<Double>.self, forKey: .quantity)
        version = try container.decode(Int.self, forKey: .version)
        nutrients = try Nutrients(from: decoder)
    }

    /// Encodes the nutrients beside the entry's own fields.
    public func encode(to encoder: any Encoder) throws {
        let fields = FieldEncoder(encoder, CodingKeys.self)
        try fields.encode(id.description, forKey: .id)
        try fields.encode(date.description, forKey: .date)
        try fields.encode(meal.rawValue, forKey: .meal)
        try fields.encode(position, forKey: .position)
        try fields.encode(at, forKey: .at)
        try fields.encode(nullable: foodId?.description, forKey: .foodId)
        try fields.encode(name, forKey: .name)
        try fields.encode(nullable: imageURL, forKey: .imageURL)
        try fields.encodeIfPresent(picture, forKey: .picture)
        try fields.encode(nullable: grams, forKey: .grams)
        try fields.encode(nullable: portion, forKey: .portion)
        try fields.encodeIfPresent(portionLabel, forKey: .portionLabel)
        try fields.encode(nullable: quantity, forKey: .quantity)
        try fields.encode(version, forKey: .version)
        try nutrients.encode(to: encoder)
    }
}
