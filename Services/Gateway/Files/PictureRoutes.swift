import Contracts
import HTTPTypes
import Hummingbird

/// Images of users.
struct ProfileImageRoutes {
    private static let scope = Scope.profileWrite

    let forwarder: Forwarder

    func add(to table: inout RouteTable) {
        let (forwarder, path) = (forwarder, "/v1/profile/image")
        table.add(.delete, path, ProfileImageRemove.method, success: .noContent, scope: Self.scope)
        let upload = ImageUpload(forwarder: forwarder, method: ProfileImageSet.method, scope: Self.scope)
        table.handle(.put, path, access: .user, scope: Self.scope) { request, _ in
            try await upload.receive(request, as: ProfileImagePage.self) { ProfileImageSet(upload: $0, pages: $1) }
        }
        table.handle(.get, "\(path)/{id}") { request, context in
            let address = try ImageDownload.address(request, context.parameters, as: ProfileImageGet.self)
            return try await ImageDownload.send(address, forwarder.bus)
        }
    }
}

/// Images of users' own foods and recipes.
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
        let upload = ImageUpload(forwarder: forwarder, method: CatalogFoodsImageSet.method, scope: Self.scope)
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
            let address = try ImageDownload.address(request, context.parameters, as: CatalogFoodsImageGet.self)
            return try await ImageDownload.send(address, forwarder.bus)
        }
    }
}

/// Images of diary entries.
struct DiaryImageRoutes {
    private static let scope = Scope.diaryWrite

    let forwarder: Forwarder

    func add(to table: inout RouteTable) {
        let (forwarder, path) = (forwarder, "/v1/diary/entries/{id}/image")
        table.add(
            .delete,
            path,
            DiaryEntriesImageRemove.method,
            [.path("id"), .ifMatch],
            success: .noContent,
            scope: Self.scope
        )
        let upload = ImageUpload(forwarder: forwarder, method: DiaryEntriesImageSet.method, scope: Self.scope)
        table.handle(.put, path, access: .user, scope: Self.scope) { request, context in
            guard let id = context.parameters.get("id").flatMap({ EntryID($0) }) else {
                throw ServiceError.notFound("entry")
            }
            let version = try EntityTag.version(ifMatch: request.headers[.ifMatch])
            return try await upload.receive(request, as: DiaryEntriesImagePage.self) {
                DiaryEntriesImageSet(id: id, ifVersion: version, upload: $0, pages: $1)
            }
        }
        table.handle(.get, "/v1/diary/image/{id}") { request, context in
            let address = try ImageDownload.address(request, context.parameters, as: DiaryEntriesImageGet.self)
            return try await ImageDownload.send(address, forwarder.bus)
        }
    }
}
