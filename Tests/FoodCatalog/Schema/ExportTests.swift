import FoodCatalog
import Storage
import Testing

struct ExportTests {
    @Test func `all stored user data is exported or withheld with a reason`() async throws {
        try await CatalogueFixture.use { catalogue in
            let gaps = try await catalogue.store.exportGaps(of: FoodCatalogSchema.export)
            #expect(gaps == [])
        }
    }
}
