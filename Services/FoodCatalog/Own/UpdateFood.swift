package import Contracts
import Storage

extension FoodCatalogService {
    /// Changes a food of the caller's own.
    package func updateFood(_ request: CatalogFoodsUpdate, _ context: RequestContext) async throws -> Food {
        let (user, moment) = (try context.user(), now())
        try OwnFoodRules.check(request.change, isNew: false)
        let food = try await store.once(request, context) { transaction in
            let stored = try transaction.reader.ownFood(request.id, of: user, ifVersion: request.ifVersion, at: moment)
            guard stored.food.type == .own else {
                throw ServiceError(
                    .conflict,
                    "This is a recipe, whose numbers come from its ingredients; change it as a recipe."
                )
            }
            var own = OwnFood(stored.food, of: user)
            request.change.apply(to: &own)
            let (row, version) = try transaction.replace(stored, with: own)
            return row.detailed(in: nil, for: user, version: version)
        }
        vocabulary.invalidate()
        return try await withPicture(food, \.imageURL)
    }
}
