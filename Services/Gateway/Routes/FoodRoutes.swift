import Contracts
import HTTPTypes

extension RouteTable {
    /// Adds the routes for the foods of the catalog.
    mutating func addFoods() {
        add(
            .get,
            "/v1/foods",
            CatalogSearch.method,
            [.query("q"), .query("language"), .query("limit", .wholeNumber), .query("cursor")],
            scope: .foodsRead
        )
        add(
            .get,
            "/v1/foods/{id}",
            CatalogGet.method,
            [.path("id"), .query("language")],
            scope: .foodsRead,
            answersVersion: true
        )
        addOwnFoods()
        addRecipes()
        addHealthyFoods()
        add(
            .get,
            "/v1/foods/barcode/{gtin}",
            CatalogBarcode.method,
            [.path("gtin"), .query("language")],
            scope: .foodsRead
        )
    }

    /// Adds the routes for users' own foods.
    mutating func addOwnFoods() {
        add(
            .post,
            "/v1/foods",
            CatalogFoodsAdd.method,
            success: .created,
            scope: .foodsWrite,
            answersVersion: true
        )
        add(
            .patch,
            "/v1/foods/{id}",
            CatalogFoodsUpdate.method,
            [.path("id"), .ifMatch],
            scope: .foodsWrite,
            answersVersion: true
        )
        add(
            .delete,
            "/v1/foods/{id}",
            CatalogFoodsRemove.method,
            [.path("id"), .ifMatch],
            success: .noContent,
            scope: .foodsWrite
        )
    }
}

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

extension RouteTable {
    /// Adds the routes for the list of healthy foods.
    ///
    /// Staff maintain the list. The catalog checks the roles. Changes accept no personal access token.
    mutating func addHealthyFoods() {
        add(
            .get,
            "/v1/foods/healthy",
            CatalogHealthyList.method,
            [.query("language"), .query("category"), .query("limit", .wholeNumber), .query("cursor")],
            scope: .foodsRead
        )
        add(
            .get,
            "/v1/foods/healthy/{id}",
            CatalogHealthyGet.method,
            [.path("id"), .query("language")],
            scope: .foodsRead,
            answersVersion: true
        )
        add(.post, "/v1/foods/healthy", CatalogHealthyAdd.method, success: .created, answersVersion: true)
        add(
            .patch,
            "/v1/foods/healthy/{id}",
            CatalogHealthyUpdate.method,
            [.path("id"), .ifMatch],
            answersVersion: true
        )
        add(
            .delete,
            "/v1/foods/healthy/{id}",
            CatalogHealthyRemove.method,
            [.path("id"), .ifMatch],
            success: .noContent
        )
    }
}

extension RouteTable {
    /// Adds the routes for foods of external sources, which are queried only on request.
    mutating func addRemoteFoods() {
        add(
            .get,
            "/v1/foods/remote",
            CatalogRemote.method,
            [.query("q"), .query("source"), .query("limit", .wholeNumber), .query("language")],
            scope: .foodsRead
        )
        add(.post, "/v1/foods/remote", CatalogRemoteImport.method, success: .created, scope: .foodsWrite)
    }
}
