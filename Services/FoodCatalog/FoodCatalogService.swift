package import Contracts
package import Messaging
package import Storage

/// What the food catalogue answers.
package struct FoodCatalogService: Sendable {
    private let store: Store

    package init(store: Store) {
        self.store = store
    }

    /// Every method of this service.
    package var endpoints: [Endpoint] {
        [
            .handle(CatalogSearch.self) { request, _ in try await searchFoods(request) },
            .handle(CatalogGet.self) { request, _ in try await getFood(request) },
            .handle(CatalogPlannable.self) { request, _ in try await plannableFoods(request) },
        ]
    }

    /// Finds foods by words of their names.
    package func searchFoods(_ request: CatalogSearch) async throws -> CatalogSearch.Reply {
        try await SearchFoods.run(request, in: store)
    }

    /// One food by its id.
    package func getFood(_ request: CatalogGet) async throws -> Food {
        try await GetFood.run(request, in: store)
    }

    /// Foods for a menu.
    package func plannableFoods(_ request: CatalogPlannable) async throws -> CatalogPlannable.Reply {
        try await PlannableFoods.run(request, in: store)
    }
}
