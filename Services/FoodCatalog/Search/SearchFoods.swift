import Contracts
import Storage

/// Handles `catalog.search`: returns a page of search results.
enum SearchFoods {
    /// Allowed length of a language tag; tags in use are far shorter.
    private static let languageLength = 2...35

    static func run(
        _ request: CatalogSearch,
        for user: UserID?,
        in store: Store,
        _ search: FoodSearch
    ) async throws -> CatalogSearch.Reply {
        let query = SearchQuery(request.q)
        try check(request, query)
        let offset = try request.cursor.map(PageCursor.offset(of:)) ?? 0
        let limit = request.limit ?? CatalogSearch.limitDefault
        return try await store.read { reader in
            let found = try search.run(query, for: user, atLeast: offset + limit + 1, reader)
            let avoided = Set(try user.map { try PersonTable.allergens(of: $0, reader) } ?? [])
            let page = found.dropFirst(offset).prefix(limit)
            let isLast = offset + limit >= found.count
            return CatalogSearch.Reply(
                items: try FoodTable.listedRows(numbers: page.map(\.number), in: request.language, reader).map {
                    $0.listed(in: request.language, for: user, avoiding: avoided)
                },
                nextCursor: isLast ? nil : PageCursor.text(offset: offset + limit)
            )
        }
    }

    private static func check(_ request: CatalogSearch, _ query: SearchQuery) throws(ServiceError) {
        var rules = RuleChecker()
        rules.require(request.q, length: CatalogSearch.queryLength, "q")
        if rules.errors.isEmpty {
            rules.require(!query.words.isEmpty, "q", .wrongFormat, "q must hold at least one letter or digit.")
        }
        rules.require(request.limit, in: CatalogSearch.limits, "limit")
        rules.require(request.language, length: languageLength, "language")
        try rules.finish()
    }
}
