import Contracts
import HTTPTypes

extension RouteTable {
    /// Adds the routes for users' own recipes.
    mutating func addRecipes() {
        add(
            .get,
            "/v1/recipes",
            CatalogRecipesList.method,
            [.query("limit", .wholeNumber), .query("cursor")],
            scope: .foodsRead
        )
        add(
            .post,
            "/v1/recipes",
            CatalogRecipesAdd.method,
            success: .created,
            scope: .foodsWrite,
            answersVersion: true
        )
        add(
            .get,
            "/v1/recipes/{id}",
            CatalogRecipesGet.method,
            [.path("id")],
            scope: .foodsRead,
            answersVersion: true
        )
        add(
            .patch,
            "/v1/recipes/{id}",
            CatalogRecipesUpdate.method,
            [.path("id"), .ifMatch],
            scope: .foodsWrite,
            answersVersion: true
        )
        add(
            .delete,
            "/v1/recipes/{id}",
            CatalogRecipesRemove.method,
            [.path("id"), .ifMatch],
            success: .noContent,
            scope: .foodsWrite
        )
    }
}
