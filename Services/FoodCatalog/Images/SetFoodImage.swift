package import Contracts
import FoundationEssentials
import Storage
import StoredPictures

extension FoodCatalogService {
    /// What a picture is under an idempotency key: the file, however it was brought here.
    private struct ImageChange: Contract {
        typealias Reply = Food

        static let method = CatalogFoodsImageSet.method

        var id: FoodID
        var ifVersion: Int?
        var digest: [UInt8]
    }

    /// Keeps a page of an upload.
    package func keepImagePage(_ request: CatalogFoodsImagePage, _ context: RequestContext) async throws -> Empty {
        try await store.keepPage(try Store.checkedPage(request), request, now: now(), context)
    }

    /// Makes an upload the picture of the caller's food or recipe, after it was checked and cleaned.
    package func setImage(_ request: CatalogFoodsImageSet, _ context: RequestContext) async throws -> Food {
        let (user, moment) = (try context.user(), now())
        let before = try await store.read { try $0.ownFood(request.id, of: user, ifVersion: nil, at: moment) }
        let name = PictureName.text(of: request.upload)
        // The request came once more, because its worker died before the answer.
        if before.food.imageURL == name {
            return try await withPicture(
                before.food.detailed(in: nil, for: user, version: before.version),
                \.imageURL
            )
        }
        let upload = try await store.uploadedPicture(request.upload, pages: request.pages, context)
        let image = upload.stored(as: request.upload)
        let change = ImageChange(id: request.id, ifVersion: request.ifVersion, digest: upload.digest)
        let food = try await store.once(change, context) { transaction in
            let stored = try transaction.reader.ownFood(request.id, of: user, ifVersion: request.ifVersion, at: moment)
            try transaction.reader.requireRoomForPicture(of: user, bytes: image.bytes, insteadOf: stored.number)
            let row = try transaction.setPicture(of: stored, name)
            try FoodPictures.tables.keep(image, upload.pages, of: stored.number, transaction)
            try UploadTable.forget(of: user, transaction)
            return row.detailed(in: nil, for: user, version: stored.version + 1)
        }
        // The same picture under the same key was kept before; what was sent now is not needed.
        if food.imageURL != name { try await store.forgetUploads(context) }
        return try await withPicture(food, \.imageURL)
    }

    /// Takes the picture off the caller's food or recipe; one that is not there is as good as removed.
    package func removeImage(_ request: CatalogFoodsImageRemove, _ context: RequestContext) async throws -> Empty {
        let (user, moment) = (try context.user(), now())
        return try await store.once(request, context) { transaction in
            let stored = try transaction.reader.ownFood(request.id, of: user, ifVersion: request.ifVersion, at: moment)
            if stored.food.imageURL != nil { _ = try transaction.setPicture(of: stored, nil) }
            return Empty()
        }
    }

    /// A page of a picture, for whoever has its address.
    package func image(_ request: CatalogFoodsImageGet, _ context: RequestContext) async throws -> PicturePage {
        try await store.picturePage(request, FoodPictures.tables, FoodPictures.address, now: now())
    }
}

extension SQLReader {
    /// - Throws: `conflict` if somebody's pictures would take more than they may.
    fileprivate func requireRoomForPicture(of user: UserID, bytes: Int, insteadOf number: Int64) throws {
        let max = OwnFoodLimits.picturesBytesMax
        let others: Int? = try scalar(
            "SELECT sum(bytes) FROM image WHERE food IN (SELECT number FROM food WHERE owner = ? AND number <> ?)",
            [user.description, number]
        )
        guard (others ?? 0) + bytes > max else { return }
        throw ServiceError(
            .conflict,
            """
            The pictures of one person's foods may have \(max) bytes together; remove some, or send smaller ones.
            """,
            params: ["max": "\(max)"]
        )
    }
}

extension SQLTransaction {
    /// Has a food name another picture, or none; nothing that is searched by changes.
    fileprivate func setPicture(of stored: FoodTable.Stored, _ name: String?) throws -> FoodRow {
        var row = stored.food
        row.imageURL = name
        // Not that of its fields any more, so that no later change is taken for none.
        row.digest &+= 1
        try FoodTable.update(stored.number, row, row.indexText, stored.rank, self)
        try FoodPictures.tables.remove(of: stored.number, self)
        return row
    }
}
