package import Contracts
import FoundationEssentials
import Storage

extension FoodCatalogService {
    /// Finds foods by words of their names.
    package func searchFoods(_ request: CatalogSearch, _ context: RequestContext) async throws -> CatalogSearch.Reply {
        importThrottle.recordSearch()
        vocabulary.refreshIfDue()
        let search = FoodSearch(synonyms: synonyms, caches: vocabulary.current, stepsPerCheck: stepsPerCheck)
        return try await SearchFoods.run(request, for: viewer(context, in: request.language), in: store, search)
    }
}

/// Handles `catalog.search`: returns a page of search results.
enum SearchFoods {
    static func run(
        _ request: CatalogSearch,
        for viewer: FoodViewer,
        in store: Store,
        _ search: FoodSearch
    ) async throws -> CatalogSearch.Reply {
        let query = SearchQuery(request.q)
        // The rules count letters before normalisation, which some compatibility characters do not survive.
        guard !query.words.isEmpty else {
            throw ServiceError.invalid([
                FieldError("q", .wrongFormat, "q must hold at least one letter or digit.")
            ])
        }
        let offset = try request.cursor.map(PageCursor.offset(of:)) ?? 0
        let limit = request.limit ?? CatalogSearch.limitDefault
        return try await store.read { reader in
            let found = try search.run(query, for: viewer.user, atLeast: offset + limit + 1, reader)
            let page = found.dropFirst(offset).prefix(limit)
            let isLast = offset + limit >= found.count
            let foods = try FoodTable.listedRows(numbers: page.map(\.number), in: viewer.language, reader).map {
                $0.listed(in: viewer.language, for: viewer.user)
            }
            return CatalogSearch.Reply(
                items: try foods.shown(to: viewer, reader),
                nextCursor: isLast ? nil : PageCursor.text(offset: offset + limit)
            )
        }
    }
}

/// An opaque cursor into a list of results: an offset in base64url.
package enum PageCursor {
    /// Returns the cursor for the results after `offset`.
    package static func text(offset: Int) -> String {
        Data("\(offset)".utf8).base64EncodedString()
            .replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
    }

    /// Returns the offset of a cursor.
    ///
    /// - Throws: `invalid`, naming `cursor`, for a text that this service has not issued.
    package static func offset(of cursor: String) throws(ServiceError) -> Int {
        // Only canonical texts are accepted, so that each offset has exactly one cursor.
        guard let offset = decoded(cursor), (1...FoodIndex.candidatesMax).contains(offset),
            text(offset: offset) == cursor
        else {
            throw .invalid([FieldError("cursor", .wrongFormat, "cursor must be the nextCursor of an earlier answer.")])
        }
        return offset
    }

    private static func decoded(_ cursor: String) -> Int? {
        let standard = cursor.replacing("-", with: "+").replacing("_", with: "/")
        let padding = String(repeating: "=", count: (4 - standard.utf8.count % 4) % 4)
        return Data(base64Encoded: standard + padding).flatMap { Int(String(decoding: $0, as: UTF8.self)) }
    }
}
