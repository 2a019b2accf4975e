import Contracts
import HTTPTypes
import Hummingbird

/// Pictures of users' own foods and recipes.
struct FoodImageRoutes {
    private static let scope = Scope.foodsWrite

    let forwarder: Forwarder

    func add(to table: inout RouteTable) {
        let (forwarder, path) = (forwarder, "/v1/foods/{id}/image")
        table.add(
            .delete,
            path,
            CatalogFoodsImageRemove.method,
            [.path("id"), .ifMatch],
            success: .noContent,
            scope: Self.scope
        )
        let upload = PictureUpload(forwarder: forwarder, method: CatalogFoodsImageSet.method, scope: Self.scope)
        table.handle(.put, path, access: .user, scope: Self.scope) { request, context in
            guard let id = context.parameters.get("id").flatMap({ FoodID($0) }) else {
                throw ServiceError.notFound("food")
            }
            let version = try EntityTag.version(ifMatch: request.headers[.ifMatch])
            return try await upload.receive(request, as: CatalogFoodsImagePage.self) {
                CatalogFoodsImageSet(id: id, ifVersion: version, upload: $0, pages: $1)
            }
        }
        table.handle(.get, "/v1/foods/image/{id}") { request, context in
            let address = try PictureDownload.address(request, context.parameters, as: CatalogFoodsImageGet.self)
            return try await PictureDownload.send(address, forwarder.bus)
        }
    }
}
