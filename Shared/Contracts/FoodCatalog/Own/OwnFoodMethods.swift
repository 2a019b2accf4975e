/// Adds a food of the caller's own: its fields and an optional id chosen by the client.
package struct CatalogFoodsAdd: CreateRequest {
    package typealias Reply = Food

    package static let http: HTTPBinding? = HTTPBinding(
        .post,
        "/v1/foods",
        "Adds a food of the caller's own.",
        scope: .foodsWrite,
        success: .created,
        errors: [.invalid, .conflict]
    )

    package static let method = Method("catalog.foods.add", of: .catalog, .keyedWrite, .user)

    package static let rules: Rules<Self> = [.inside(\.fields, FoodChange.rulesOfNew), .clientID(\.id)]

    package var id: FoodID?
    package var fields: FoodChange

    package init(_ fields: FoodChange, id: FoodID? = nil) {
        self.fields = fields
        self.id = id
    }
}

/// Changes a food of the caller's own.
///
/// With `ifVersion`, only if the food has that version.
package struct CatalogFoodsUpdate: UpdateRequest {
    package typealias Reply = Food

    package static let http: HTTPBinding? = HTTPBinding(
        .patch,
        "/v1/foods/{id}",
        "Changes a food of the caller's own.",
        scope: .foodsWrite,
        errors: [.invalid, .notFound, .conflict]
    )

    package static let method = Method("catalog.foods.update", of: .catalog, .keyedWrite, .user)

    package static let rules: Rules<Self> = [.inside(\.change, FoodChange.rulesOfChange)]

    package var id: FoodID
    package var ifVersion: Int?
    package var change: FoodChange

    package init(_ id: FoodID, _ change: FoodChange, ifVersion: Int? = nil) {
        self.id = id
        self.change = change
        self.ifVersion = ifVersion
    }
}

/// Removes a food or recipe of the caller's own; diary entries with it remain unchanged.
///
/// With `ifVersion`, only if the food has that version.
package struct CatalogFoodsRemove: Contract {
    package typealias Reply = Empty

    package static let http: HTTPBinding? = HTTPBinding(
        .delete,
        "/v1/foods/{id}",
        "Removes a food or recipe of the caller's own; diary entries with it remain.",
        scope: .foodsWrite,
        success: .noContent,
        errors: [.notFound]
    )

    package static let method = Method("catalog.foods.remove", of: .catalog, .keyedWrite, .user)

    package var id: FoodID
    package var ifVersion: Int?

    package init(id: FoodID, ifVersion: Int? = nil) {
        self.id = id
        self.ifVersion = ifVersion
    }
}
