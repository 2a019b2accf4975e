public import JSONCoding

/// Lists the caller's own recipes, newest first.
public struct CatalogRecipesList: Contract {
    public struct Reply: Codable, Sendable {
        public var items: [RecipeSummary]
        /// The cursor of the next page; null on the last page.
        @Nullable public var nextCursor: String?

        public init(items: [RecipeSummary], nextCursor: String?) {
            self.items = items
            self.nextCursor = nextCursor
        }
    }

    public static let limits = 1...100
    public static let limitDefault = 20

    public static let method = Method("catalog.recipes.list", of: .catalog, .read, .user).route(
        .get,
        "/v1/recipes",
        "Lists the caller's own recipes, newest first.",
        scope: .foodsRead,
        errors: [.invalid]
    )

    public static let rules: Rules<Self> = [
        .range(\.limit, limits),
        .pattern(\.cursor, "^[1-9][0-9]*$", "{field} must be the nextCursor of a list.") { text in
            Int64(text).map { $0 > 0 } == true
        },
    ]

    public var limit: Int?
    public var cursor: String?

    public init(limit: Int? = nil, cursor: String? = nil) {
        self.limit = limit
        self.cursor = cursor
    }
}

/// A recipe in a list.
public struct RecipeSummary: Codable, Sendable, Equatable {
    public var id: FoodID
    public var name: String
    public var servings: Double
    public var servingG: Double
    public var perServing: RecipeNutrients
    /// Raw values of ``FoodFlag``.
    public var flags: [String]
    @Nullable public var allergens: [String]?
    public var shared: Bool
    @Nullable public var imageURL: String?
    /// The address of its picture, a path on this server.
    public var picture: String?
    public var version: Int

    public init(
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
        self.allergens = allergens
        self.shared = shared
        self.imageURL = imageURL
        picture = FoodPicture.path(of: id)
        self.version = version
    }
}

/// Returns a recipe of the caller's own, or a shared one.
public struct CatalogRecipesGet: Contract {
    public typealias Reply = Recipe

    public static let method = Method("catalog.recipes.get", of: .catalog, .read, .user).route(
        .get,
        "/v1/recipes/{id}",
        "Returns one of the caller's own recipes, or a shared one.",
        scope: .foodsRead,
        errors: [.notFound]
    )

    public var id: FoodID

    public init(id: FoodID) {
        self.id = id
    }
}

/// Adds a recipe of the caller's own: its fields and an optional id chosen by the client.
public struct CatalogRecipesAdd: CreateRequest {
    public typealias Reply = Recipe

    public static let method = Method("catalog.recipes.add", of: .catalog, .keyedWrite, .user).route(
        .post,
        "/v1/recipes",
        "Adds a recipe of the caller's own.",
        scope: .foodsWrite,
        success: .created,
        errors: [.invalid, .conflict]
    )

    public static let rules: Rules<Self> = [.inside(\.fields, RecipeChange.rulesOfNew), .clientID(\.id)]

    public var id: FoodID?
    public var fields: RecipeChange

    public init(_ fields: RecipeChange, id: FoodID? = nil) {
        self.fields = fields
        self.id = id
    }
}

/// Changes a recipe of the caller's own; the nutrients of its ingredients are read again.
///
/// With `ifVersion`, only if the recipe has that version.
public struct CatalogRecipesUpdate: UpdateRequest {
    public typealias Reply = Recipe

    public static let method = Method("catalog.recipes.update", of: .catalog, .keyedWrite, .user).route(
        .patch,
        "/v1/recipes/{id}",
        "Changes a recipe of the caller's own.",
        scope: .foodsWrite,
        errors: [.invalid, .notFound]
    )

    public static let rules: Rules<Self> = [.inside(\.change, RecipeChange.rulesOfChange)]

    public var id: FoodID
    public var ifVersion: Int?
    public var change: RecipeChange

    public init(_ id: FoodID, _ change: RecipeChange, ifVersion: Int? = nil) {
        self.id = id
        self.change = change
        self.ifVersion = ifVersion
    }
}

/// Removes a recipe of the caller's own; diary entries with it remain unchanged.
///
/// With `ifVersion`, only if the recipe has that version.
public struct CatalogRecipesRemove: Contract {
    public typealias Reply = Empty

    public static let method = Method("catalog.recipes.remove", of: .catalog, .keyedWrite, .user).route(
        .delete,
        "/v1/recipes/{id}",
        "Removes a recipe of the caller's own; diary entries with it remain.",
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
    static let recipeMethods: [any Contract.Type] = [
        CatalogRecipesAdd.self, CatalogRecipesUpdate.self, CatalogRecipesRemove.self, CatalogRecipesGet.self,
        CatalogRecipesList.self,
    ]
}
