package import Contracts
import Storage

extension FoodCatalogService {
    /// Adds a recipe of the caller's own and its food.
    package func addRecipe(_ request: CatalogRecipesAdd, _ context: RequestContext) async throws -> Recipe {
        let user = try context.user()
        try RecipeRules.check(request.fields, isNew: true)
        try OwnFoodRules.checkID(request.id)
        let id = request.id ?? .make()
        let recipe = try await store.once(request, context) { transaction in
            var draft = RecipeDraft(id: id, of: user)
            try draft.apply(request.fields, transaction.reader)
            let row = try transaction.insert(draft.own)
            guard let stored = try FoodTable.stored(id, transaction.reader) else {
                throw ServiceError(.internalError, "A stored recipe is missing.")
            }
            try RecipeTable.put(draft.recipe, stored.number, of: user, transaction)
            return Recipe(row, draft.recipe, for: user, version: stored.version)
        }
        vocabulary.invalidate()
        return try await withPicture(recipe, \.imageURL)
    }
}
