package import Contracts
import Storage

extension FoodCatalogService {
    /// Adds a food of the caller's own; the caller's next search finds it.
    package func addFood(_ request: CatalogFoodsAdd, _ context: RequestContext) async throws -> Food {
        let user = try context.user()
        try OwnFoodRules.check(request.fields, isNew: true)
        try OwnFoodRules.checkID(request.id)
        var own = OwnFood(id: request.id ?? .make(), of: user, type: .own)
        request.fields.apply(to: &own)
        let added = own
        let food = try await store.once(request, context) { transaction in
            try transaction.insert(added).detailed(in: nil, for: user, version: 1)
        }
        vocabulary.invalidate()
        return try await withPicture(food, \.imageURL)
    }
}
