package import Contracts
import Storage

extension FoodCatalogService {
    /// Removes a food of the caller's own; diary entries of it are unaffected.
    package func removeFood(_ request: CatalogFoodsRemove, _ context: RequestContext) async throws -> Empty {
        let (user, moment) = (try context.user(), now())
        let reply = try await store.once(request, context) { transaction in
            let stored = try transaction.reader.ownFood(request.id, of: user, ifVersion: request.ifVersion, at: moment)
            var writer = FoodWriter(transaction)
            try transaction.removeOwn(stored, &writer)
            try writer.finish()
            return Empty()
        }
        vocabulary.invalidate()
        return reply
    }
}
