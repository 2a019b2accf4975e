/// Adds a food to the caller's favourites; no error if it is one already.
public struct DiaryFavouritesAdd: Contract {
    public typealias Reply = FavouriteFood

    /// Maximum number of favourites: more than a person chooses from, and few enough for one answer.
    public static let favouritesMax = 500

    public static let method = Method("diary.favourites.add", of: .diary, .keyedWrite, .user).route(
        .put,
        "/v1/foods/{id}/favourite",
        "Adds a food to the caller's favourites.",
        scope: .diaryWrite,
        errors: [.invalid, .notFound]
    )

    /// The food.
    public var id: FoodID

    public init(id: FoodID) {
        self.id = id
    }
}

/// Removes a food from the caller's favourites; no error if it is not one of them.
public struct DiaryFavouritesRemove: Contract {
    public typealias Reply = Empty

    public static let method = Method("diary.favourites.remove", of: .diary, .keyedWrite, .user).route(
        .delete,
        "/v1/foods/{id}/favourite",
        "Removes a food from the caller's favourites.",
        scope: .diaryWrite,
        success: .noContent
    )

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

    public static let method = Method("diary.favourites.list", of: .diary, .read, .user).route(
        .get,
        "/v1/foods/favourites",
        "Lists the caller's favourite foods, each with its usual amount.",
        scope: .diaryRead
    )

    public init() {}
}

/// A favourite food with its usual amount: the one logged last, else its first portion, else 100 g.
public struct FavouriteFood: FoodWithAmountRecord {
    public var food: FoodWithAmount
    /// The time at which it became a favourite; RFC 3339, UTC.
    public var addedAt: String

    public init(_ food: FoodWithAmount, addedAt: String) {
        self.food = food
        self.addedAt = addedAt
    }

    private enum CodingKeys: String, CodingKey {
        case addedAt
    }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        food = try FoodWithAmount(from: decoder)
        addedAt = try container.decode(String.self, forKey: .addedAt)
    }

    /// Encodes the fields of the food beside its own.
    public func encode(to encoder: any Encoder) throws {
        try food.encode(to: encoder)
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(addedAt, forKey: .addedAt)
    }
}

extension API {
    /// The contracts of this file.
    static let favourites: [any Contract.Type] = [
        DiaryFavouritesAdd.self, DiaryFavouritesRemove.self, DiaryFavouritesList.self,
    ]
}
