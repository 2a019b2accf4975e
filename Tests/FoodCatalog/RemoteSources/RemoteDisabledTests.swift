import Contracts
import FoodCatalog
import Storage
import StubRemoteSource
import TestSupport
import Testing

/// Requests for sources that the operator has not enabled.
@Suite(.timeLimit(.minutes(5)))
struct RemoteDisabledTests {
    @Test func `without enabled sources no request is sent, and the error names the settings`() async throws {
        try await RemoteFixture.use([], RemoteFixture.documented) { fixture in
            for source in [nil, "openFoodFacts", "edamam"] {
                let error = await #expect(throws: ServiceError.self) {
                    try await fixture.remote.find(CatalogRemote(q: "spread", source: source), for: nil)
                }
                #expect(error?.code == .notFound)
                #expect(error?.retryable == false)
                #expect(error?.message.contains("switched off") == true)
                #expect(error?.message.contains("MEALWIRE_CATALOG_REMOTE_") == true)
            }
            let error = await #expect(throws: ServiceError.self) {
                try await fixture.remote.importFood(
                    CatalogRemoteImport(source: "openFoodFacts", sourceId: "3017620422003"),
                    for: nil
                )
            }
            #expect(error?.code == .notFound)
            #expect(await fixture.remote.lookUp(barcode: "3017620422003", for: nil) == .off)
            #expect(fixture.remote.sweeper == nil)
            #expect(fixture.stub.requests.isEmpty)
        }
    }

    @Test func `a disabled source is not asked when another one is enabled`() async throws {
        try await RemoteFixture.use([.openFoodFacts], RemoteFixture.documented) { fixture in
            let error = await #expect(throws: ServiceError.self) {
                try await fixture.find("apple", source: .edamam)
            }
            #expect(error?.code == .notFound)
            #expect(error?.message.contains("EDAMAM") == true)
            #expect(fixture.stub.requests.isEmpty)
        }
    }

    @Test func `the cache is cleared when no source is enabled any more`() async throws {
        try await RemoteFixture.use([.openFoodFacts], RemoteFixture.documented) { fixture in
            _ = try await fixture.find("spread")
            let off = RemoteFoods(RemoteSettings(), store: fixture.store, logger: .silent) { _, _ in
                throw ServiceError.notFound("food")
            }
            try await off.clearIfDisabled()
            for table in ["remote_answer", "remote_food"] {
                let rows = try await fixture.store.read { try $0.scalar("SELECT count(*) FROM \(table)", as: Int.self) }
                #expect(rows == 0)
            }
        }
    }
}
