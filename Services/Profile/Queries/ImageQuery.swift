package import Contracts
import FoundationEssentials
import Storage
import StoredPictures

extension ProfileService {
    /// A page of a picture, for whoever has its address.
    package func image(_ request: ProfileImageGet, _ context: RequestContext) async throws -> PicturePage {
        try await store.picturePage(request, ProfilePictures.tables, ProfilePictures.address, now: now())
    }

    /// The address of a user's picture; nil without one.
    func imageURL(of user: UserID, _ reader: SQLReader, at moment: Date) throws -> String? {
        try ProfilePictures.tables.image(of: user.description, reader).map {
            ProfilePictures.address.text(of: $0.id, now: moment, key: try PictureTables.signingKey(reader))
        }
    }
}
