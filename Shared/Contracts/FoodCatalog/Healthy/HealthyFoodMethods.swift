package import JSONCoding

/// Lists foods that are good to eat often, in the order of the list.
package struct CatalogHealthyList: Contract {
    package struct Reply: Codable, Sendable {
        package var items: [HealthyFood]
        /// The cursor of the next page; null on the last page.
        @Nullable package var nextCursor: String?

        package init(items: [HealthyFood], nextCursor: String?) {
            self.items = items
            self._nextCursor = Nullable(wrappedValue: nextCursor)
        }
    }

    /// A page with the longest descriptions stays below the limit of a message.
    package static let limits = 1...80
    package static let limitDefault = 80

    package static let http: HTTPBinding? = HTTPBinding(
        .get,
        "/v1/foods/healthy",
        "Lists foods that are good to eat often, in the order of the list.",
        scope: .foodsRead,
        errors: [.invalid]
    )

    package static let method = Method("catalog.healthy.list", of: .catalog, .read, .user)

    package static let rules: Rules<Self> = [.range(\.limit, limits), .numberedCursor(\.cursor)]

    package var language: String?
    package var category: String?
    package var limit: Int?
    package var cursor: String?

    package init(language: String? = nil, category: String? = nil, limit: Int? = nil, cursor: String? = nil) {
        self.language = language
        self.category = category
        self.limit = limit
        self.cursor = cursor
    }
}

/// Returns a healthy food, in every language.
package struct CatalogHealthyGet: Contract {
    package typealias Reply = HealthyFood

    package static let http: HTTPBinding? = HTTPBinding(
        .get,
        "/v1/foods/healthy/{id}",
        "Returns a healthy food, with its texts in every language.",
        scope: .foodsRead,
        errors: [.notFound]
    )

    package static let method = Method("catalog.healthy.get", of: .catalog, .read, .user)

    package var id: HealthyFoodID
    package var language: String?

    package init(id: HealthyFoodID, language: String? = nil) {
        self.id = id
        self.language = language
    }
}

/// Adds a food to the list of healthy foods; for staff.
package struct CatalogHealthyAdd: CreateRequest {
    package typealias Reply = HealthyFood

    package static let http: HTTPBinding? = HTTPBinding(
        .post,
        "/v1/foods/healthy",
        "Adds a food to the list of healthy foods; for staff and admins.",
        success: .created,
        errors: [.invalid, .conflict]
    )

    package static let method = Method("catalog.healthy.add", of: .catalog, .keyedWrite, .user)

    package static let rules: Rules<Self> = [.inside(\.fields, HealthyFoodChange.rulesOfNew)]

    package var id: HealthyFoodID?
    package var fields: HealthyFoodChange

    package init(_ fields: HealthyFoodChange, id: HealthyFoodID? = nil) {
        self.fields = fields
        self.id = id
    }
}

/// Changes a healthy food; for staff.
///
/// With `ifVersion`, only if the food has that version.
package struct CatalogHealthyUpdate: UpdateRequest {
    package typealias Reply = HealthyFood

    package static let http: HTTPBinding? = HTTPBinding(
        .patch,
        "/v1/foods/healthy/{id}",
        "Changes a healthy food; for staff and admins.",
        errors: [.invalid, .notFound]
    )

    package static let method = Method("catalog.healthy.update", of: .catalog, .keyedWrite, .user)

    package static let rules: Rules<Self> = [.inside(\.change, HealthyFoodChange.rulesOfChange)]

    package var id: HealthyFoodID
    package var ifVersion: Int?
    package var change: HealthyFoodChange

    package init(_ id: HealthyFoodID, _ change: HealthyFoodChange, ifVersion: Int? = nil) {
        self.id = id
        self.change = change
        self.ifVersion = ifVersion
    }
}

/// Removes a food from the list of healthy foods; a newer list file does not add it again; for staff.
///
/// With `ifVersion`, only if the food has that version.
package struct CatalogHealthyRemove: Contract {
    package typealias Reply = Empty

    package static let http: HTTPBinding? = HTTPBinding(
        .delete,
        "/v1/foods/healthy/{id}",
        "Removes a food from the list of healthy foods; for staff and admins.",
        success: .noContent,
        errors: [.notFound]
    )

    package static let method = Method("catalog.healthy.remove", of: .catalog, .keyedWrite, .user)

    package var id: HealthyFoodID
    package var ifVersion: Int?

    package init(id: HealthyFoodID, ifVersion: Int? = nil) {
        self.id = id
        self.ifVersion = ifVersion
    }
}
