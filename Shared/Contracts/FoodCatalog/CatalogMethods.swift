package import JSONCoding

/// Searches foods as the user types: every word of the query is a prefix of a word of the name.
package struct CatalogSearch: Contract {
    package struct Reply: Codable, Sendable {
        package var items: [Food]
        /// The cursor of the next page; null on the last page.
        @Nullable package var nextCursor: String?

        package init(items: [Food], nextCursor: String?) {
            self.items = items
            self._nextCursor = Nullable(wrappedValue: nextCursor)
        }
    }

    package static let limits = 1...100
    package static let limitDefault = 20
    package static let queryLength = 1...100
    /// Language tags in use are far shorter.
    package static let languageLength = 2...35

    package static let http: HTTPBinding? = HTTPBinding(
        .get,
        "/v1/foods",
        "Searches foods as the user types: every word of the query is a prefix of a word of the name.",
        scope: .foodsRead,
        errors: [.invalid]
    )

    package static let method = Method("catalog.search", of: .catalog, .read, .user)

    package static let rules: Rules<Self> = [
        .query(\.q, queryLength),
        .range(\.limit, limits),
        .length(\.language, languageLength),
    ]

    package var q: String
    package var language: String?
    package var limit: Int?
    package var cursor: String?

    package init(q: String, language: String? = nil, limit: Int? = nil, cursor: String? = nil) {
        self.q = q
        self.language = language
        self.limit = limit
        self.cursor = cursor
    }
}

/// Returns one food by its id, with all details.
package struct CatalogGet: Contract {
    package typealias Reply = Food

    package static let http: HTTPBinding? = HTTPBinding(
        .get,
        "/v1/foods/{id}",
        "Returns a food with all details.",
        scope: .foodsRead,
        errors: [.notFound]
    )

    package static let method = Method("catalog.get", of: .catalog, .read, .user)

    package var id: FoodID
    /// The preferred language of its name.
    package var language: String?

    package init(id: FoodID, language: String? = nil) {
        self.id = id
        self.language = language
    }
}

/// Returns the food with a barcode, if the catalog has it: EAN-8, UPC-A, EAN-13 or GTIN-14.
package struct CatalogBarcode: Contract {
    package typealias Reply = Food

    package static let http: HTTPBinding? = HTTPBinding(
        .get,
        "/v1/foods/barcode/{gtin}",
        "Returns the food with a barcode: EAN-8, UPC-A, EAN-13 or GTIN-14.",
        scope: .foodsRead,
        errors: [.invalid, .notFound]
    )

    package static let method = Method("catalog.barcode", of: .catalog, .read, .user)

    package static let rules: Rules<Self> = [.barcode(\.gtin)]

    package var gtin: String
    /// The preferred language of its name.
    package var language: String?

    package init(gtin: String, language: String? = nil) {
        self.gtin = gtin
        self.language = language
    }
}
