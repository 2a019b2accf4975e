/// Adds a food of the caller's own: its fields and an optional id chosen by the client.
public struct CatalogFoodsAdd: CreateRequest {
    public typealias Reply = Food

    public static let method = Method("catalog.foods.add", of: .catalog, .keyedWrite, .user).route(
        .post,
        "/v1/foods",
        "Adds a food of the caller's own.",
        scope: .foodsWrite,
        success: .created,
        errors: [.invalid, .conflict]
    )

    public static let rules: Rules<Self> = [.inside(\.fields, FoodChange.rulesOfNew), .clientID(\.id)]

    public var id: FoodID?
    public var fields: FoodChange

    public init(_ fields: FoodChange, id: FoodID? = nil) {
        self.fields = fields
        self.id = id
    }
}

/// Changes a food of the caller's own.
///
/// With `ifVersion`, only if the food has that version.
public struct CatalogFoodsUpdate: UpdateRequest {
    public typealias Reply = Food

    public static let method = Method("catalog.foods.update", of: .catalog, .keyedWrite, .user).route(
        .patch,
        "/v1/foods/{id}",
        "Changes a food of the caller's own.",
        scope: .foodsWrite,
        errors: [.invalid, .notFound, .conflict]
    )

    public static let rules: Rules<Self> = [.inside(\.change, FoodChange.rulesOfChange)]

    public var id: FoodID
    public var ifVersion: Int?
    public var change: FoodChange

    public init(_ id: FoodID, _ change: FoodChange, ifVersion: Int? = nil) {
        self.id = id
        self.change = change
        self.ifVersion = ifVersion
    }
}

/// Removes a food or recipe of the caller's own; diary entries with it remain unchanged.
///
/// With `ifVersion`, only if the food has that version.
public struct CatalogFoodsRemove: Contract {
    public typealias Reply = Empty

    public static let method = Method("catalog.foods.remove", of: .catalog, .keyedWrite, .user).route(
        .delete,
        "/v1/foods/{id}",
        "Removes a food or recipe of the caller's own; diary entries with it remain.",
        scope: .foodsWrite,
        success: .noContent,
        errors: [.notFound]
    )

    public var id: FoodID
    public var ifVersion: Int?

    public init(id: FoodID, ifVersion: Int? = nil) {
        self.id = id
        self.ifVersion = ifVersion
    }
}

extension API {
    /// The contracts of this file.
    static let ownFoodMethods: [any Contract.Type] = [
        CatalogFoodsAdd.self, CatalogFoodsUpdate.self, CatalogFoodsRemove.self,
    ]
}
