import FoodCatalog
import Storage
import Testing

struct ExportTests {
    @Test func `all stored user data is exported or withheld with a reason`() async throws {
        try await CatalogFixture.use { catalog in
            let gaps = try await catalog.store.exportGaps(of: FoodCatalogSchema.export)
            #expect(gaps == [])
        }
    }
}
