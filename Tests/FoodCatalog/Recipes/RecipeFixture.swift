import Contracts
import FoodCatalog
import JSONCoding

extension Person {
    /// Adds a recipe of weighed foods, for two servings by default.
    @discardableResult
    func cook(
        _ name: String,
        _ parts: [(FoodID, Double)],
        id: FoodID? = nil,
        key: String? = nil,
        _ fill: (inout RecipeChange) -> Void = { _ in }
    ) async throws -> Recipe {
        var change = RecipeChange()
        change.name = .set(name)
        change.servings = .set(2)
        change.ingredients = .set(parts.map { RecipePart(foodId: $0.0, grams: $0.1) })
        fill(&change)
        return try await catalog.service.addRecipe(CatalogRecipesAdd(change, id: id).checked(), context(key: key))
    }

    @discardableResult
    func revise(_ id: FoodID, ifVersion: Int? = nil, _ fill: (inout RecipeChange) -> Void) async throws -> Recipe {
        var change = RecipeChange()
        fill(&change)
        let request = CatalogRecipesUpdate(id, change, ifVersion: ifVersion)
        return try await catalog.service.updateRecipe(request.checked(), context())
    }

    func recipe(_ id: FoodID) async throws -> Recipe {
        try await catalog.service.getRecipe(CatalogRecipesGet(id: id), context())
    }

    func recipes(limit: Int? = nil, cursor: String? = nil) async throws -> CatalogRecipesList.Reply {
        try await catalog.service.listRecipes(CatalogRecipesList(limit: limit, cursor: cursor).checked(), context())
    }

    func removeRecipe(_ id: FoodID, ifVersion: Int? = nil) async throws {
        _ = try await catalog.service.removeRecipe(CatalogRecipesRemove(id: id, ifVersion: ifVersion), context())
    }
}
