import Contracts
import Storage

/// Answers `catalog.get`.
enum GetFood {
    static func run(_ request: CatalogGet, in store: Store) async throws -> Food {
        let food = try await store.read { reader in try FoodTable.food(request.id, reader) }
        guard let food else { throw ServiceError.notFound("food") }
        return food
    }
}
