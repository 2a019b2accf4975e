package import JSONCoding

/// Lists the caller's own recipes, newest first.
package struct CatalogRecipesList: Contract {
    package struct Reply: Codable, Sendable {
        package var items: [RecipeSummary]
        /// The cursor of the next page; null on the last page.
        @Nullable package var nextCursor: String?

        package init(items: [RecipeSummary], nextCursor: String?) {
            self.items = items
            self._nextCursor = Nullable(wrappedValue: nextCursor)
        }
    }

    package static let limits = 1...100
    package static let limitDefault = 20

    package static let http: HTTPBinding? = HTTPBinding(
        .get,
        "/v1/recipes",
        "Lists the caller's own recipes, newest first.",
        scope: .foodsRead,
        errors: [.invalid]
    )

    package static let method = Method("catalog.recipes.list", of: .catalog, .read, .user)

    package static let rules: Rules<Self> = [
        .range(\.limit, limits),
        .pattern(\.cursor, "^[1-9][0-9]*$", "{field} must be the nextCursor of a list.") { text in
            Int64(text).map { $0 > 0 } == true
        },
    ]

    package var limit: Int?
    package var cursor: String?

    package init(limit: Int? = nil, cursor: String? = nil) {
        self.limit = limit
        self.cursor = cursor
    }
}

/// A recipe in a list.
package struct RecipeSummary: Codable, Sendable, Equatable {
    package var id: FoodID
    package var name: String
    package var servings: Double
    package var servingG: Double
    package var perServing: RecipeNutrients
    /// Raw values of ``FoodFlag``.
    package var flags: [String]
    @Nullable package var allergens: [String]?
    package var shared: Bool
    @Nullable package var imageURL: String?
    package var version: Int

    package init(
        id: FoodID,
        name: String,
        servings: Double,
        servingG: Double,
        perServing: RecipeNutrients,
        flags: [String],
        allergens: [String]?,
        shared: Bool,
        imageURL: String?,
        version: Int
    ) {
        self.id = id
        self.name = name
        self.servings = servings
        self.servingG = servingG
        self.perServing = perServing
        self.flags = flags
        self._allergens = Nullable(wrappedValue: allergens)
        self.shared = shared
        self._imageURL = Nullable(wrappedValue: imageURL)
        self.version = version
    }
}

/// Returns a recipe of the caller's own, or a shared one.
package struct CatalogRecipesGet: Contract {
    package typealias Reply = Recipe

    package static let http: HTTPBinding? = HTTPBinding(
        .get,
        "/v1/recipes/{id}",
        "Returns one of the caller's own recipes, or a shared one.",
        scope: .foodsRead,
        errors: [.notFound]
    )

    package static let method = Method("catalog.recipes.get", of: .catalog, .read, .user)

    package var id: FoodID

    package init(id: FoodID) {
        self.id = id
    }
}

/// Adds a recipe of the caller's own: its fields and an optional id chosen by the client.
package struct CatalogRecipesAdd: CreateRequest {
    package typealias Reply = Recipe

    package static let http: HTTPBinding? = HTTPBinding(
        .post,
        "/v1/recipes",
        "Adds a recipe of the caller's own.",
        scope: .foodsWrite,
        success: .created,
        errors: [.invalid, .conflict]
    )

    package static let method = Method("catalog.recipes.add", of: .catalog, .keyedWrite, .user)

    package static let rules: Rules<Self> = [.inside(\.fields, RecipeChange.rulesOfNew), .clientID(\.id)]

    package var id: FoodID?
    package var fields: RecipeChange

    package init(_ fields: RecipeChange, id: FoodID? = nil) {
        self.fields = fields
        self.id = id
    }
}

/// Changes a recipe of the caller's own; the nutrients of its ingredients are read again.
///
/// With `ifVersion`, only if the recipe has that version.
package struct CatalogRecipesUpdate: UpdateRequest {
    package typealias Reply = Recipe

    package static let http: HTTPBinding? = HTTPBinding(
        .patch,
        "/v1/recipes/{id}",
        "Changes a recipe of the caller's own.",
        scope: .foodsWrite,
        errors: [.invalid, .notFound]
    )

    package static let method = Method("catalog.recipes.update", of: .catalog, .keyedWrite, .user)

    package static let rules: Rules<Self> = [.inside(\.change, RecipeChange.rulesOfChange)]

    package var id: FoodID
    package var ifVersion: Int?
    package var change: RecipeChange

    package init(_ id: FoodID, _ change: RecipeChange, ifVersion: Int? = nil) {
        self.id = id
        self.change = change
        self.ifVersion = ifVersion
    }
}

/// Removes a recipe of the caller's own; diary entries with it remain unchanged.
///
/// With `ifVersion`, only if the recipe has that version.
package struct CatalogRecipesRemove: Contract {
    package typealias Reply = Empty

    package static let http: HTTPBinding? = HTTPBinding(
        .delete,
        "/v1/recipes/{id}",
        "Removes a recipe of the caller's own; diary entries with it remain.",
        scope: .foodsWrite,
        success: .noContent,
        errors: [.notFound]
    )

    package static let method = Method("catalog.recipes.remove", of: .catalog, .keyedWrite, .user)

    package var id: FoodID
    package var ifVersion: Int?

    package init(id: FoodID, ifVersion: Int? = nil) {
        self.id = id
        self.ifVersion = ifVersion
    }
}
