import Contracts
import HTTPTypes

extension RouteTable {
    /// Foods of sources outside, which are asked only when somebody says so.
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
