package import Contracts
import Storage

extension FoodCatalogService {
    /// Changes a recipe of the caller's own and its food.
    package func updateRecipe(_ request: CatalogRecipesUpdate, _ context: RequestContext) async throws -> Recipe {
        let (user, moment) = (try context.user(), now())
        try RecipeRules.check(request.change, isNew: false)
        let recipe = try await store.once(request, context) { transaction in
            let food = try transaction.reader.ownFood(
                request.id,
                of: user,
                ifVersion: request.ifVersion,
                at: moment,
                as: .recipe
            )
            guard let stored = try RecipeTable.stored(request.id, transaction.reader) else {
                throw ServiceError.notFound("recipe")
            }
            var draft = RecipeDraft(food.food, stored.recipe, of: user)
            try draft.apply(request.change, transaction.reader)
            let (row, version) = try transaction.replace(food, with: draft.own)
            try RecipeTable.put(draft.recipe, food.number, of: user, transaction)
            return Recipe(row, draft.recipe, for: user, version: version)
        }
        vocabulary.invalidate()
        return try await withPicture(recipe, \.imageURL)
    }
}
