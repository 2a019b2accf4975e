import Contracts
import HTTPTypes

extension RouteTable {
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
