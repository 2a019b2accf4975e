package import Contracts
import FoundationEssentials
import Storage
import StoredImages

extension FoodCatalogService {
    /// The content of the request under an idempotency key: the digest of the file, whatever the upload's id.
    private struct ImageChange: Contract {
        typealias Reply = Food

        static let method = CatalogFoodsImageSet.method

        var id: FoodID
        var ifVersion: Int?
        var digest: [UInt8]
    }

    /// Stores a page of an upload.
    package func storeImagePage(_ request: CatalogFoodsImagePage, _ context: RequestContext) async throws -> Empty {
        try await store.storePage(try Store.checkedPage(request), request, now: now(), context)
    }

    /// Checks and cleans an upload, and makes it the image of the caller's food or recipe.
    package func setImage(_ request: CatalogFoodsImageSet, _ context: RequestContext) async throws -> Food {
        let (user, moment) = (try context.user(), now())
        let before = try await store.read { try $0.ownFood(request.id, of: user, ifVersion: nil, at: moment) }
        let name = ImageName.text(of: request.upload)
        // The request was redelivered because its worker died before it replied.
        if before.food.imageURL == name {
            return try await withSignedImage(
                before.food.detailed(in: nil, for: user, version: before.version),
                \.imageURL
            )
        }
        let upload = try await store.uploadedImage(request.upload, pages: request.pages, context)
        let image = upload.stored(as: request.upload)
        let change = ImageChange(id: request.id, ifVersion: request.ifVersion, digest: upload.digest)
        let food = try await store.writeIdempotently(change, context) { transaction in
            let stored = try transaction.reader.ownFood(request.id, of: user, ifVersion: request.ifVersion, at: moment)
            try transaction.reader.requireRoomForImage(of: user, bytes: image.bytes, insteadOf: request.id)
            let row = try transaction.setImageURL(of: stored, name)
            let owner = request.id.description
            try FoodImages.tables.store(image, upload.pages, of: owner, ownedBy: user, transaction)
            try UploadTable.delete(of: user, transaction)
            return row.detailed(in: nil, for: user, version: stored.version + 1)
        }
        // The same image was stored under the same key before; this upload is not needed.
        if food.imageURL != name { try await store.deleteUploads(context) }
        return try await withSignedImage(food, \.imageURL)
    }

    /// Removes the image of the caller's food or recipe; succeeds also if there is none.
    ///
    /// A removed food keeps its image for entries until this removes it, or the account is erased.
    package func removeImage(_ request: CatalogFoodsImageRemove, _ context: RequestContext) async throws -> Empty {
        let (user, moment) = (try context.user(), now())
        return try await store.writeIdempotently(request, context) { transaction in
            if try transaction.reader.hasImageOfRemovedFood(request.id, user) {
                try FoodImages.remove(of: request.id, transaction)
                return Empty()
            }
            let stored = try transaction.reader.ownFood(request.id, of: user, ifVersion: request.ifVersion, at: moment)
            if stored.food.imageURL != nil { _ = try transaction.setImageURL(of: stored, nil) }
            return Empty()
        }
    }

    /// Returns a page of an image to any caller that has its signed URL.
    package func image(_ request: CatalogFoodsImageGet, _ context: RequestContext) async throws -> ImagePage {
        try await store.imagePage(request, FoodImages.tables, FoodImages.address, now: now())
    }
}

extension SQLReader {
    /// Returns whether a user has removed a food and its image is still there.
    fileprivate func hasImageOfRemovedFood(_ id: FoodID, _ user: UserID) throws -> Bool {
        guard let kept = try FoodImages.kept(of: id, self), kept.owner == user else { return false }
        return try FoodTable.stored(id, self) == nil
    }

    /// Checks the user's quota of images; those of removed foods count.
    ///
    /// - Throws: `conflict` if the user's images would exceed it.
    fileprivate func requireRoomForImage(of user: UserID, bytes: Int, insteadOf food: FoodID) throws {
        let (bytesMax, imagesMax) = (OwnFoodLimits.imagesBytesMax, OwnFoodLimits.imagesMax)
        let others = try row(
            "SELECT coalesce(sum(bytes), 0) AS bytes, count(*) AS images FROM image WHERE owner = ? AND food <> ?",
            [user.description, food.description]
        )
        let otherBytes = try others?.value("bytes", as: Int.self) ?? 0
        let otherImages = try others?.value("images", as: Int.self) ?? 0
        let isTooLarge = otherBytes + bytes > bytesMax
        guard isTooLarge || otherImages >= imagesMax else { return }
        throw ServiceError(
            .conflict,
            """
            The pictures of a user's foods, removed ones included, are limited to \(bytesMax) bytes and \(imagesMax) \
            pictures; remove some, or send smaller ones.
            """,
            params: ["max": "\(isTooLarge ? bytesMax : imagesMax)"]
        )
    }
}

extension SQLTransaction {
    /// Sets or clears the image name of a food; the search index does not change.
    fileprivate func setImageURL(of stored: FoodTable.Stored, _ name: String?) throws -> FoodRow {
        var row = stored.food
        row.setImage(name)
        try FoodTable.update(stored.number, row, row.indexText, stored.rank, self)
        try FoodImages.remove(of: stored.food.id, self)
        return row
    }
}
