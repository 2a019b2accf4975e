public import JSONCoding

/// A food with an amount, and the nutrients of that amount: what recent foods, favourites and foods of a cart share.
///
/// To log it, send `foodId` with `portion` and `quantity`, or with `grams` if there is no portion.
public struct FoodWithAmount: Codable, Sendable, Equatable {
    public var foodId: FoodID
    public var name: String
    @Nullable public var imageURL: String?
    /// The address of its picture, a path on this server: of the image of its last entry, or of the food.
    ///
    /// It follows from the other fields, so it is not set, and a decoded one is ignored.
    public var picture: String? { FoodPicture.path(of: foodId, image: imageURL) }
    public var grams: Double
    @Nullable public var portion: String?
    /// What to show instead of the name of the portion in the user's language; omitted if it has no other name there.
    public var portionLabel: String?
    @Nullable public var quantity: Double?
    /// The nutrients of that amount.
    public var nutrients: Nutrients

    public init(
        foodId: FoodID,
        name: String,
        imageURL: String?,
        grams: Double,
        portion: String?,
        portionLabel: String? = nil,
        quantity: Double?,
        nutrients: Nutrients
    ) {
        self.foodId = foodId
        self.name = name
        self.imageURL = imageURL
        self.grams = grams
        self.portion = portion
        self.portionLabel = portionLabel
        self.quantity = quantity
        self.nutrients = nutrients
    }

    private enum CodingKeys: String, CodingKey {
        case foodId
        case name
        case imageURL
        case picture
        case grams
        case portion
        case portionLabel
        case quantity
    }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        foodId = try container.decode(FoodID.self, forKey: .foodId)
        name = try container.decode(String.self, forKey: .name)
        _imageURL = try container.decode(Nullable<String>.self, forKey: .imageURL)
        _ = try container.decodeIfPresent(String.self, forKey: .picture)
        grams = try container.decode(Double.self, forKey: .grams)
        _portion = try container.decode(Nullable<String>.self, forKey: .portion)
        portionLabel = try container.decodeIfPresent(String.self, forKey: .portionLabel)
        _quantity = try container.decode(Nullable<Double>.self, forKey: .quantity)
        nutrients = try Nutrients(from: decoder)
    }

    /// Encodes the nutrients beside the food's own fields, as in an entry.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(foodId, forKey: .foodId)
        try container.encode(name, forKey: .name)
        try container.encode(_imageURL, forKey: .imageURL)
        try container.encodeIfPresent(picture, forKey: .picture)
        try container.encode(grams, forKey: .grams)
        try container.encode(_portion, forKey: .portion)
        try container.encodeIfPresent(portionLabel, forKey: .portionLabel)
        try container.encode(_quantity, forKey: .quantity)
        try nutrients.encode(to: encoder)
    }
}

/// A record of a food with an amount.
///
/// In JSON and in Swift, the fields of the food are the record's own: `favourite.name` is `favourite.food.name`.
@dynamicMemberLookup
public protocol FoodWithAmountRecord: Codable, Sendable, Equatable {
    var food: FoodWithAmount { get set }
}

extension FoodWithAmountRecord {
    public subscript<Value>(dynamicMember field: WritableKeyPath<FoodWithAmount, Value>) -> Value {
        get { food[keyPath: field] }
        set { food[keyPath: field] = newValue }
    }

    /// Fields that follow from others.
    public subscript<Value>(dynamicMember field: KeyPath<FoodWithAmount, Value>) -> Value { food[keyPath: field] }
}
