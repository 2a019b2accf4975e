package import Contracts
import Storage
import StoredImages

extension FoodCatalogService {
    /// Returns a recipe that the caller owns or that is shared.
    ///
    /// Sharing a recipe does not share its owner's private foods: to others they are an unnamed part of its weight.
    package func getRecipe(_ request: CatalogRecipesGet, _ context: RequestContext) async throws -> Recipe {
        let (user, moment) = (try context.user(), now())
        return try await store.read { reader in
            // Another user's private recipe is reported as not found.
            guard var recipe = try RecipeTable.stored(request.id, reader).map({ Recipe($0, for: user) }),
                recipe.own == true || recipe.shared
            else { throw ServiceError.notFound("recipe") }
            if recipe.own != true { try recipe.hideIngredients(from: user, reader) }
            return try FoodImages.address.signed([recipe], \.imageURL, at: moment, reader)[0]
        }
    }

    /// Returns a page of the caller's own recipes.
    package func listRecipes(
        _ request: CatalogRecipesList,
        _ context: RequestContext
    ) async throws -> CatalogRecipesList.Reply {
        let (user, moment) = (try context.user(), now())
        let before = request.cursor.flatMap { Int64($0) }
        let limit = request.limit ?? CatalogRecipesList.limitDefault
        return try await store.read { reader in
            // One row more than requested shows whether there is another page.
            let found = try RecipeTable.newest(of: user, before: before, limit: limit + 1, reader)
            let page = found.prefix(limit)
            let items = page.map { RecipeSummary($0.food, servings: $0.servings, version: $0.version) }
            return CatalogRecipesList.Reply(
                items: try FoodImages.address.signed(items, \.imageURL, at: moment, reader),
                nextCursor: found.count > limit ? page.last.map { "\($0.number)" } : nil
            )
        }
    }
}

extension Recipe {
    init(_ stored: RecipeTable.Stored, for reader: UserID) {
        self.init(stored.food.food, stored.recipe, for: reader, version: stored.food.version)
    }

    /// Removes ingredients that the user may not see; a removed food may have been private, so it is hidden too.
    fileprivate mutating func hideIngredients(from user: UserID, _ reader: SQLReader) throws {
        let visible = try ingredients.filter { try FoodTable.number(of: $0.foodId, for: user, reader) != nil }
        guard visible.count < ingredients.count else { return }
        hiddenGrams = (ingredients.reduce(0) { $0 + $1.grams } - visible.reduce(0) { $0 + $1.grams }).inThousandths
        ingredients = visible
    }
}

extension RecipeSummary {
    init(_ row: FoodRow, servings: Double, version: Int) {
        let servingG = row.portions.first { $0.name == OwnFood.servingName }?.grams ?? 0
        self.init(
            id: row.id,
            name: row.name,
            servings: servings,
            servingG: servingG,
            perServing: RecipeNutrients(per100gOf: row).scaled(by: servingG / 100),
            flags: row.flags.map(\.rawValue),
            allergens: row.allergens?.map(\.rawValue),
            shared: row.shared,
            imageURL: row.imageURL,
            version: version
        )
    }
}
