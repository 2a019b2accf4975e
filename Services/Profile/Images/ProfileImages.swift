package import Contracts
import FoundationEssentials
import Storage
import StoredImages

/// Tables and addresses of profile images.
enum ProfileImages {
    static let tables = ImageTables(owner: "user_id")
    static let address = ImageAddress(path: "/v1/profile/image/", purpose: "profile.image")
}

extension ProfileService {
    /// The request as stored under an idempotency key: the digest of the file, independent of its upload.
    private struct ImageChange: Contract {
        typealias Reply = ProfileImage

        static let method = ProfileImageSet.method

        var digest: [UInt8]
    }

    /// Stores a page of an upload.
    package func storeImagePage(_ request: ProfileImagePage, _ context: RequestContext) async throws -> Empty {
        let user = try context.user()
        let page = try Store.checkedPage(request)
        _ = try await loadOrCreate(user, context)
        return try await store.storePage(page, request, now: now(), context)
    }

    /// Validates an upload, removes its metadata and makes it the caller's image.
    package func setImage(_ request: ProfileImageSet, _ context: RequestContext) async throws -> ProfileImage {
        let user = try context.user()
        let finished = try await store.read { try ProfileImages.tables.image(of: user.description, $0) }
        // The request is repeated, because its worker ended before it replied.
        if let finished, finished.id == request.upload { return try await answer(finished) }
        let upload = try await store.uploadedImage(request.upload, pages: request.pages, context)
        let image = upload.stored(as: request.upload)
        let stored = try await store.writeIdempotently(ImageChange(digest: upload.digest), context) { transaction in
            try ProfileImages.tables.store(image, upload.pages, of: user.description, transaction)
            try UploadTable.delete(of: user, transaction)
            return image
        }
        // The same image was stored under the same key before; this upload is not needed.
        if stored.id != image.id { try await store.deleteUploads(context) }
        return try await answer(stored)
    }

    /// Removes the caller's image; succeeds if there is none.
    package func removeImage(_ request: ProfileImageRemove, _ context: RequestContext) async throws -> Empty {
        let user = try context.user()
        return try await store.writeIdempotently(request, context) { transaction in
            try transaction.removeImage(of: user)
            return Empty()
        }
    }

    /// Returns the reply with a signed URL.
    ///
    /// The URL is never stored, because it gives access to the image.
    private func answer(_ image: StoredImage) async throws -> ProfileImage {
        let key = try await store.read { try ImageTables.signingKey($0) }
        return ProfileImage(
            imageURL: ProfileImages.address.text(of: image.id, now: now(), key: key),
            contentType: image.contentType,
            width: image.width,
            height: image.height,
            bytes: image.bytes
        )
    }

    /// Returns a page of an image to any caller with its signed URL.
    package func image(_ request: ProfileImageGet, _ context: RequestContext) async throws -> ImagePage {
        try await store.imagePage(request, ProfileImages.tables, ProfileImages.address, now: now())
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

extension SQLTransaction {
    /// Removes a user's image and their incomplete uploads.
    func removeImage(of user: UserID) throws {
        try UploadTable.delete(of: user, self)
        try ProfileImages.tables.remove(of: user.description, self)
    }
}
