package import Contracts
import FoundationEssentials
import Storage
import StoredPictures

extension ProfileService {
    /// Returns a page of an image to any caller with its signed URL.
    package func image(_ request: ProfileImageGet, _ context: RequestContext) async throws -> PicturePage {
        try await store.picturePage(request, ProfileImages.tables, ProfileImages.address, now: now())
    }

    /// Returns the signed URL of a user's image; nil without an image.
    func imageURL(of user: UserID, _ reader: SQLReader, at moment: Date) throws -> String? {
        try ProfileImages.tables.image(of: user.description, reader).map {
            ProfileImages.address.text(of: $0.id, now: moment, key: try PictureTables.signingKey(reader))
        }
    }
}
