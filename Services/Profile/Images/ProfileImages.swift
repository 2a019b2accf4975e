package import Contracts
package import FoundationEssentials
package import Storage
package import StoredImages

extension ProfileImages: StoredImageOwner {
    package typealias Stored = StoredImage

    package static let tables = ImageTables(owner: "user_id")
    package static let address = ImageAddress(api, purpose: "profile.image")

    package static func stored(_: Empty, of user: UserID, at now: Date, _ reader: SQLReader) throws -> StoredImage? {
        try tables.image(of: user.description, reader)
    }

    package static func image(of stored: StoredImage) -> ImageID? { stored.id }

    package static func reply(_ stored: StoredImage, at now: Date, _ reader: SQLReader) throws -> ProfileImage {
        ProfileImage(
            imageURL: address.text(of: stored.id, now: now, key: try ImageTables.signingKey(reader)),
            contentType: stored.contentType,
            width: stored.width,
            height: stored.height,
            bytes: stored.bytes
        )
    }

    package static func set(
        _ image: UploadedImage,
        of _: Empty,
        of user: UserID,
        at now: Date,
        _ transaction: SQLTransaction
    ) throws -> StoredImage {
        try tables.store(image, of: user.description, transaction)
        return image.stored
    }

    package static func remove(_: Empty, of user: UserID, at now: Date, _ transaction: SQLTransaction) throws {
        try UploadTable.delete(of: user, transaction)
        try tables.remove(of: user.description, transaction)
    }
}

extension ProfileService {
    /// The methods of images of users.
    package var images: ImageService<ProfileImages> {
        ImageService(store, now: now) { context in _ = try await loadOrCreate(try context.user(), context) }
    }

    /// Returns the signed URLs of the images of users that share their results.
    ///
    /// A user that stops sharing is left out at once, whatever the caller knows of it.
    package func imageAddresses(
        _ request: ProfileImageAddresses,
        _ context: RequestContext
    ) async throws -> ProfileImageAddresses.Reply {
        let moment = now()
        return try await store.read { reader in
            let images = try request.users.compactMap { user in
                try reader.sharedImage(of: user).map { (user: user, id: $0) }
            }
            guard !images.isEmpty else { return ProfileImageAddresses.Reply(items: []) }
            let key = try ImageTables.signingKey(reader)
            return ProfileImageAddresses.Reply(
                items: images.map { image in
                    let text = ProfileImages.address.text(of: image.id, now: moment, key: key)
                    return ProfileImageAddresses.Item(user: image.user, imageURL: text)
                }
            )
        }
    }

    /// Returns the signed URL of a user's image; nil without an image.
    func imageURL(of user: UserID, _ reader: SQLReader, at moment: Date) throws -> String? {
        try ProfileImages.tables.image(of: user.description, reader).map {
            ProfileImages.address.text(of: $0.id, now: moment, key: try ImageTables.signingKey(reader))
        }
    }
}

extension SQLReader {
    /// Returns the image of a user that shares results; nil without one.
    fileprivate func sharedImage(of user: UserID) throws -> ImageID? {
        let id: String? = try scalar(
            """
            SELECT id FROM image JOIN profile USING (user_id)
            WHERE user_id = ? AND json_extract(fields, '$.shares.leaderboard')
            """,
            [user.description]
        )
        return id.flatMap { ImageID($0) }
    }
}
