public import JSONCoding

/// Lists foods that are good to eat often, in the order of the list.
public struct CatalogHealthyList: Contract {
    public struct Reply: Codable, Sendable {
        public var items: [HealthyFood]
        /// The cursor of the next page; null on the last page.
        @Nullable public var nextCursor: String?

        public init(items: [HealthyFood], nextCursor: String?) {
            self.items = items
            self.nextCursor = nextCursor
        }
    }

    /// A page with the longest descriptions stays below the limit of a message.
    public static let limits = 1...80
    public static let limitDefault = 80

    public static let method = Method("catalog.healthy.list", of: .catalog, .read, .user).route(
        .get,
        "/v1/foods/healthy",
        "Lists foods that are good to eat often, in the order of the list.",
        scope: .foodsRead,
        errors: [.invalid]
    )

    public static let rules: Rules<Self> = [.range(\.limit, limits), .numberedCursor(\.cursor)]

    public var language: String?
    public var category: String?
    public var limit: Int?
    public var cursor: String?

    public init(language: String? = nil, category: String? = nil, limit: Int? = nil, cursor: String? = nil) {
        self.language = language
        self.category = category
        self.limit = limit
        self.cursor = cursor
    }
}

/// Returns a healthy food, in every language.
public struct CatalogHealthyGet: Contract {
    public typealias Reply = HealthyFood

    public static let method = Method("catalog.healthy.get", of: .catalog, .read, .user).route(
        .get,
        "/v1/foods/healthy/{id}",
        "Returns a healthy food, with its texts in every language.",
        scope: .foodsRead,
        errors: [.notFound]
    )

    public var id: HealthyFoodID
    public var language: String?

    public init(id: HealthyFoodID, language: String? = nil) {
        self.id = id
        self.language = language
    }
}

/// Adds a food to the list of healthy foods; for staff.
public struct CatalogHealthyAdd: CreateRequest {
    public typealias Reply = HealthyFood

    public static let method = Method("catalog.healthy.add", of: .catalog, .keyedWrite, .user, role: .staff).route(
        .post,
        "/v1/foods/healthy",
        "Adds a food to the list of healthy foods; for staff and admins.",
        success: .created,
        errors: [.invalid, .conflict]
    )

    public static let rules: Rules<Self> = [.inside(\.fields, HealthyFoodChange.rulesOfNew)]

    public var id: HealthyFoodID?
    public var fields: HealthyFoodChange

    public init(_ fields: HealthyFoodChange, id: HealthyFoodID? = nil) {
        self.fields = fields
        self.id = id
    }
}

/// Changes a healthy food; for staff.
///
/// With `ifVersion`, only if the food has that version.
public struct CatalogHealthyUpdate: UpdateRequest {
    public typealias Reply = HealthyFood

    public static let method = Method("catalog.healthy.update", of: .catalog, .keyedWrite, .user, role: .staff).route(
        .patch,
        "/v1/foods/healthy/{id}",
        "Changes a healthy food; for staff and admins.",
        errors: [.invalid, .notFound]
    )

    public static let rules: Rules<Self> = [.inside(\.change, HealthyFoodChange.rulesOfChange)]

    public var id: HealthyFoodID
    public var ifVersion: Int?
    public var change: HealthyFoodChange

    public init(_ id: HealthyFoodID, _ change: HealthyFoodChange, ifVersion: Int? = nil) {
        self.id = id
        self.change = change
        self.ifVersion = ifVersion
    }
}

/// Removes a food from the list of healthy foods; a newer list file does not add it again; for staff.
///
/// With `ifVersion`, only if the food has that version.
public struct CatalogHealthyRemove: Contract {
    public typealias Reply = Empty

    public static let method = Method("catalog.healthy.remove", of: .catalog, .keyedWrite, .user, role: .staff).route(
        .delete,
        "/v1/foods/healthy/{id}",
        "Removes a food from the list of healthy foods; for staff and admins.",
        success: .noContent,
        errors: [.notFound]
    )

    public var id: HealthyFoodID
    public var ifVersion: Int?

    public init(id: HealthyFoodID, ifVersion: Int? = nil) {
        self.id = id
        self.ifVersion = ifVersion
    }
}

extension API {
    /// The contracts of this file.
    static let healthyFoodMethods: [any Contract.Type] = [
        CatalogHealthyList.self, CatalogHealthyGet.self, CatalogHealthyAdd.self, CatalogHealthyUpdate.self,
        CatalogHealthyRemove.self,
    ]
}
