package import Contracts
import FoundationEssentials
import Storage

extension ProfileService {
    /// A page of a picture, for whoever has its address.
    package func image(_ request: ProfileImageGet, _ context: RequestContext) async throws -> ProfileImageGet.Reply {
        let now = now()
        return try await store.read { reader in
            guard ImageAddress.isGood(request, now: now, key: try reader.imageKey()) else {
                throw ServiceError(
                    .forbidden,
                    "This address of a picture is not one of this server's, or it has expired; get a new one."
                )
            }
            guard let (image, page) = try reader.image(request.id, page: request.page) else {
                throw ServiceError.notFound("picture")
            }
            return ProfileImageGet.Reply(
                contentType: image.contentType,
                bytes: image.bytes,
                pages: (image.bytes + ProfileImagePage.bytesMax - 1) / ProfileImagePage.bytesMax,
                base64: page.base64EncodedString()
            )
        }
    }

    /// The address of a user's picture; nil without one.
    func imageURL(of user: UserID, _ reader: SQLReader, at moment: Date) throws -> String? {
        try reader.image(of: user).map { ImageAddress.text(of: $0.id, now: moment, key: try reader.imageKey()) }
    }
}
