package import Contracts
import Storage

extension FoodCatalogService {
    /// Returns a page of the list of healthy foods.
    package func listHealthyFoods(
        _ request: CatalogHealthyList,
        _ context: RequestContext
    ) async throws -> CatalogHealthyList.Reply {
        let cursor = request.cursor.flatMap(HealthyFoodCursor.init)
        let limit = request.limit ?? CatalogHealthyList.limitDefault
        return try await store.read { reader in
            // One row more than requested shows whether there is another page.
            let found = try HealthyFoodTable.foods(
                category: request.category,
                after: cursor,
                limit: limit + 1,
                reader
            )
            let page = found.prefix(limit)
            return CatalogHealthyList.Reply(
                items: page.map { $0.food.listed(in: request.language) },
                nextCursor: found.count > limit ? page.last?.cursor.description : nil
            )
        }
    }

    /// Returns a healthy food with its texts in every language.
    package func getHealthyFood(_ request: CatalogHealthyGet, _ context: RequestContext) async throws -> HealthyFood {
        guard let food = try await store.read({ try HealthyFoodTable.food(request.id, $0) }) else {
            throw ServiceError.notFound("healthy food")
        }
        return food.detailed(in: request.language)
    }
}
