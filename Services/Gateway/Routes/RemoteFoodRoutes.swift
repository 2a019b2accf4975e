import Contracts
import HTTPTypes

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
        add(.post, "/v1/foods/remote", CatalogRemoteKeep.method, success: .created, scope: .foodsWrite)
    }
}
