import Contracts
import FoodCatalog
import Storage
import TestSupport
import Testing

/// Tests the search indexes, which refer to foods by number, beside rebuilds of the file.
struct RebuildTests {
    private static let queries = ["banana", "milk", "greek yog", "rice", "br wh", "chicken breast raw"]

    @Test func `searches find the same foods after a rebuild of the file`() async throws {
        try await CatalogFixture.useStarter { catalog in
            let found = try await search(catalog)
            #expect(found.allSatisfy { !$0.isEmpty })
            try await catalog.store.write { $0.demandCleanUp() }
            #expect(try await catalog.store.rebuild())
            #expect(try await search(catalog) == found)
            let path = catalog.directory.file("food-catalog.sqlite")
            #expect(try DatabaseInspection.findings(in: path, .full).isEmpty)
        }
    }

    private func search(_ catalog: CatalogFixture) async throws -> [[FoodID]] {
        var found: [[FoodID]] = []
        for query in Self.queries { found.append(try await catalog.pages(query, limit: 50).flatMap { $0 }.map(\.id)) }
        return found
    }
}
