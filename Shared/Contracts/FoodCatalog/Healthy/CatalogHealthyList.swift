/// Foods that are good to eat often, in the order of the list.
package struct CatalogHealthyList: Contract {
    package struct Reply: Codable, Sendable {
        package var items: [HealthyFood]
        /// Asks for the next page; null on the last.
        @Nullable package var nextCursor: String?

        package init(items: [HealthyFood], nextCursor: String?) {
            self.items = items
            self._nextCursor = Nullable(wrappedValue: nextCursor)
        }
    }

    /// A page of the longest descriptions stays below what a message holds.
    package static let limits = 1...80
    package static let limitDefault = 80

    package static let method = Method("catalog.healthy.list", of: .catalog, .read, .user)

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
