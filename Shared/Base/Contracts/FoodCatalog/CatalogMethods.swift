public import JSONCoding

/// Searches foods as the user types: every word of the query is a prefix of a word of the name.
public struct CatalogSearch: Contract {
    public struct Reply: Codable, Sendable {
        public var items: [Food]
        /// The cursor of the next page; null on the last page.
        @Nullable public var nextCursor: String?

        public init(items: [Food], nextCursor: String?) {
            self.items = items
            self.nextCursor = nextCursor
        }
    }

    public static let limits = 1...100
    public static let limitDefault = 20
    public static let queryLength = 1...100
    /// Language tags in use are far shorter.
    public static let languageLength = 2...35

    public static let method = Method("catalog.search", of: .catalog, .read, .user).route(
        .get,
        "/v1/foods",
        "Searches foods as the user types: every word of the query is a prefix of a word of the name.",
        scope: .foodsRead,
        errors: [.invalid]
    )

    public static let rules: Rules<Self> = [
        .query(\.q, queryLength),
        .range(\.limit, limits),
        .length(\.language, languageLength),
    ]

    public var q: String
    public var language: String?
    public var limit: Int?
    public var cursor: String?

    public init(q: String, language: String? = nil, limit: Int? = nil, cursor: String? = nil) {
        self.q = q
        self.language = language
        self.limit = limit
        self.cursor = cursor
    }
}

/// Returns one food by its id, with all details.
public struct CatalogGet: Contract {
    public typealias Reply = Food

    public static let method = Method("catalog.get", of: .catalog, .read, .user).route(
        .get,
        "/v1/foods/{id}",
        "Returns a food with all details.",
        scope: .foodsRead,
        errors: [.notFound]
    )

    public var id: FoodID
    /// The preferred language of its name.
    public var language: String?

    public init(id: FoodID, language: String? = nil) {
        self.id = id
        self.language = language
    }
}

/// Returns the food with a barcode, if the catalog has it: EAN-8, UPC-A, EAN-13 or GTIN-14.
public struct CatalogBarcode: Contract {
    public typealias Reply = Food

    public static let method = Method("catalog.barcode", of: .catalog, .read, .user).route(
        .get,
        "/v1/foods/barcode/{gtin}",
        "Returns the food with a barcode: EAN-8, UPC-A, EAN-13 or GTIN-14.",
        scope: .foodsRead,
        errors: [.invalid, .notFound]
    )

    public static let rules: Rules<Self> = [.barcode(\.gtin)]

    public var gtin: String
    /// The preferred language of its name.
    public var language: String?

    public init(gtin: String, language: String? = nil) {
        self.gtin = gtin
        self.language = language
    }
}

extension API {
    /// The contracts of this file.
    static let catalogMethods: [any Contract.Type] = [CatalogSearch.self, CatalogGet.self, CatalogBarcode.self]
}
