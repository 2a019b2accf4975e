import Contracts
import HTTPTypes
import Hummingbird

/// Images of users.
struct ProfileImageRoutes {
    let forwarder: Forwarder

    func add(to table: inout RouteTable) throws {
        let (forwarder, route) = (forwarder, SpecialRoutes.profileImageUpload)
        let upload = ImageUpload(forwarder: forwarder, method: ProfileImageSet.method, scope: route.scope)
        try table.handle(route) { request, _ in
            try await upload.receive(request, as: ProfileImagePage.self) { ProfileImageSet(upload: $0, pages: $1) }
        }
        try table.handle(SpecialRoutes.profileImage) { request, context in
            let address = try ImageDownload.address(request, context.parameters, as: ProfileImageGet.self)
            return try await ImageDownload.send(address, forwarder.bus)
        }
    }
}

/// Images of users' own foods and recipes.
struct FoodImageRoutes {
    let forwarder: Forwarder

    func add(to table: inout RouteTable) throws {
        let (forwarder, route) = (forwarder, SpecialRoutes.foodImageUpload)
        let upload = ImageUpload(forwarder: forwarder, method: CatalogFoodsImageSet.method, scope: route.scope)
        try table.handle(route) { request, context in
            guard let id = context.parameters.get("id").flatMap({ FoodID($0) }) else {
                throw ServiceError.notFound("food")
            }
            let version = try EntityTag.version(ifMatch: request.headers[.ifMatch])
            return try await upload.receive(request, as: CatalogFoodsImagePage.self) {
                CatalogFoodsImageSet(id: id, ifVersion: version, upload: $0, pages: $1)
            }
        }
        try table.handle(SpecialRoutes.foodImage) { request, context in
            let address = try ImageDownload.address(request, context.parameters, as: CatalogFoodsImageGet.self)
            return try await ImageDownload.send(address, forwarder.bus)
        }
    }
}

/// Images of diary entries.
struct DiaryImageRoutes {
    let forwarder: Forwarder

    func add(to table: inout RouteTable) throws {
        let (forwarder, route) = (forwarder, SpecialRoutes.entryImageUpload)
        let upload = ImageUpload(forwarder: forwarder, method: DiaryEntriesImageSet.method, scope: route.scope)
        try table.handle(route) { request, context in
            guard let id = context.parameters.get("id").flatMap({ EntryID($0) }) else {
                throw ServiceError.notFound("entry")
            }
            let version = try EntityTag.version(ifMatch: request.headers[.ifMatch])
            return try await upload.receive(request, as: DiaryEntriesImagePage.self) {
                DiaryEntriesImageSet(id: id, ifVersion: version, upload: $0, pages: $1)
            }
        }
        try table.handle(SpecialRoutes.entryImage) { request, context in
            let address = try ImageDownload.address(request, context.parameters, as: DiaryEntriesImageGet.self)
            return try await ImageDownload.send(address, forwarder.bus)
        }
    }
}
