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
