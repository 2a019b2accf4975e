/// Finds foods while a person types: every word of the query is a prefix of a word of the name.
package struct CatalogSearch: Contract {
    package struct Reply: Codable, Sendable {
        package var items: [Food]
        /// Asks for the next page; null on the last.
        @Nullable package var nextCursor: String?

        package init(items: [Food], nextCursor: String?) {
            self.items = items
            self._nextCursor = Nullable(wrappedValue: nextCursor)
        }
    }

    package static let limits = 1...100
    package static let limitDefault = 20
    package static let queryLength = 1...100

    package static let method = Method("catalog.search", of: .catalog, .read, .user)

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

/// One food by its id.
package struct CatalogGet: Contract {
    package typealias Reply = Food

    package static let method = Method("catalog.get", of: .catalog, .read, .user)

    package var id: FoodID

    package init(id: FoodID) {
        self.id = id
    }
}
