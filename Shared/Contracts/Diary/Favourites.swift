public import JSONCoding

/// Adds a food to the caller's favourites; no error if it is one already.
public struct DiaryFavouritesAdd: Contract {
    public typealias Reply = FavouriteFood

    /// Maximum number of favourites: more than a person chooses from, and few enough for one answer.
    public static let favouritesMax = 500

    public static let http: HTTPBinding? = HTTPBinding(
        .put,
        "/v1/foods/{id}/favourite",
        "Adds a food to the caller's favourites.",
        scope: .diaryWrite,
        errors: [.invalid, .notFound]
    )

    public static let method = Method("diary.favourites.add", of: .diary, .keyedWrite, .user)

    /// The food.
    public var id: FoodID

    public init(id: FoodID) {
        self.id = id
    }
}

/// Removes a food from the caller's favourites; no error if it is not one of them.
public struct DiaryFavouritesRemove: Contract {
    public typealias Reply = Empty

    public static let http: HTTPBinding? = HTTPBinding(
        .delete,
        "/v1/foods/{id}/favourite",
        "Removes a food from the caller's favourites.",
        scope: .diaryWrite,
        success: .noContent
    )

    public static let method = Method("diary.favourites.remove", of: .diary, .keyedWrite, .user)

    /// The food.
    public var id: FoodID

    public init(id: FoodID) {
        self.id = id
    }
}

/// Lists the caller's favourites, the newest first.
public struct DiaryFavouritesList: Contract {
    public struct Reply: Codable, Sendable, Equatable {
        public var items: [FavouriteFood]

        public init(items: [FavouriteFood]) {
            self.items = items
        }
    }

    public static let http: HTTPBinding? = HTTPBinding(
        .get,
        "/v1/foods/favourites",
        "Lists the caller's favourite foods, each with its usual amount.",
        scope: .diaryRead
    )

    public static let method = Method("diary.favourites.list", of: .diary, .read, .user)

    public init() {}
}

/// A favourite food with its usual amount: the one logged last, else its first portion, else 100 g.
public struct FavouriteFood: Codable, Sendable, Equatable {
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
    /// The nutrients of that amount.
    public var nutrients: Nutrients
    /// The time at which it became a favourite; RFC 3339, UTC.
    public var addedAt: String

    public init(
        foodId: FoodID,
        name: String,
        imageURL: String?,
        grams: Double,
        portion: String?,
        quantity: Double?,
        nutrients: Nutrients,
        addedAt: String
    ) {
        self.foodId = foodId
        self.name = name
        self._imageURL = Nullable(wrappedValue: imageURL)
        self.grams = grams
        self._portion = Nullable(wrappedValue: portion)
        self._quantity = Nullable(wrappedValue: quantity)
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
        try container.encode(addedAt, forKey: .addedAt)
        try nutrients.encode(to: encoder)
    }
}

extension API {
    /// The contracts of this file.
    static let favourites: [any Contract.Type] = [
        DiaryFavouritesAdd.self, DiaryFavouritesRemove.self, DiaryFavouritesList.self,
    ]
}
