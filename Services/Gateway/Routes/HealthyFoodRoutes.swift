import Contracts
import HTTPTypes

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
