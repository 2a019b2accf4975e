import FoodCatalog
import Storage
import Testing

struct ExportTests {
    @Test func `everything that is kept about somebody is exported, or left out for a reason`() async throws {
        try await CatalogueFixture.use { catalogue in
            let gaps = try await catalogue.store.exportGaps(of: FoodCatalogSchema.export)
            #expect(gaps == [])
        }
    }
}
