import Contracts
import Storage

/// Handles `catalog.get`.
enum GetFood {
    static func run(_ request: CatalogGet, for user: UserID?, in store: Store) async throws -> Food {
        let (stored, avoided) = try await store.read { reader in
            let food = try FoodTable.stored(request.id, reader)
            return (food, try PersonTable.avoided(by: user, in: food?.food, reader))
        }
        // Another user's private food is reported as not found.
        guard let stored, !stored.food.isPrivate || stored.food.owner == user else {
            throw ServiceError.notFound("food")
        }
        return stored.food.detailed(in: request.language, for: user, version: stored.version, avoiding: avoided)
    }
}
