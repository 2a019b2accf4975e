package import Contracts
import Storage

extension FoodCatalogService {
    /// Removes a recipe of the caller's own and its food.
    package func removeRecipe(_ request: CatalogRecipesRemove, _ context: RequestContext) async throws -> Empty {
        let (user, moment) = (try context.user(), now())
        let reply = try await store.once(request, context) { transaction in
            let food = try transaction.reader.ownFood(
                request.id,
                of: user,
                ifVersion: request.ifVersion,
                at: moment,
                as: .recipe
            )
            guard food.food.type == .recipe else { throw ServiceError.notFound("recipe") }
            var writer = FoodWriter(transaction)
            try transaction.removeOwn(food, &writer)
            try writer.finish()
            return Empty()
        }
        vocabulary.invalidate()
        return reply
    }
}
