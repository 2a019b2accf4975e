import Contracts
import HTTPTypes
import Hummingbird

/// Pictures of users.
struct ProfileImageRoutes {
    private static let scope = Scope.profileWrite

    let forwarder: Forwarder

    func add(to table: inout RouteTable) {
        let (forwarder, path) = (forwarder, "/v1/profile/image")
        table.add(.delete, path, ProfileImageRemove.method, success: .noContent, scope: Self.scope)
        let upload = PictureUpload(forwarder: forwarder, method: ProfileImageSet.method, scope: Self.scope)
        table.handle(.put, path, access: .user, scope: Self.scope) { request, _ in
            try await upload.receive(request, as: ProfileImagePage.self) { ProfileImageSet(upload: $0, pages: $1) }
        }
        table.handle(.get, "\(path)/{id}") { request, context in
            let address = try PictureDownload.address(request, context.parameters, as: ProfileImageGet.self)
            return try await PictureDownload.send(address, forwarder.bus)
        }
    }
}
