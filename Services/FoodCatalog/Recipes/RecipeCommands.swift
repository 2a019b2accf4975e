package import Contracts
import Storage
import StoredImages

extension FoodCatalogService {
    /// Adds a recipe of the caller's own and its food.
    package func addRecipe(_ request: CatalogRecipesAdd, _ context: RequestContext) async throws -> Recipe {
        let (user, moment) = (try context.user(), now())
        let id = request.id ?? .make()
        let recipe = try await store.writeIdempotently(request, context) { transaction in
            let before = try transaction.reader.ownFood(addedAs: id, of: user, at: moment, as: .recipe) { food in
                guard let recipe = try RecipeTable.recipe(food.number, transaction.reader) else { return false }
                return RecipeDraft(food.food, recipe, of: user).hasContent(of: request.fields)
            }
            if let before, let recipe = try RecipeTable.recipe(before.number, transaction.reader) {
                return Recipe(before.food, recipe, for: user, version: before.version)
            }
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
        return try await images.signed(recipe, \.imageURL)
    }

    /// Changes a recipe of the caller's own and its food.
    package func updateRecipe(_ request: CatalogRecipesUpdate, _ context: RequestContext) async throws -> Recipe {
        let (user, moment) = (try context.user(), now())
        let recipe = try await store.writeIdempotently(request, context) { transaction in
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
        return try await images.signed(recipe, \.imageURL)
    }

    /// Removes a recipe of the caller's own and its food.
    package func removeRecipe(_ request: CatalogRecipesRemove, _ context: RequestContext) async throws -> Empty {
        let (user, moment) = (try context.user(), now())
        let reply = try await store.writeIdempotently(request, context) { transaction in
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
