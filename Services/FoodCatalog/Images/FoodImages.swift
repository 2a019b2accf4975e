package import Contracts
package import FoundationEssentials
package import Storage
package import StoredImages

extension FoodImages: StoredImageOwner {
    package typealias Stored = Food

    package static let tables = ImageTables(owner: "food", user: "owner")
    package static let address = ImageAddress(api, purpose: "food.image")

    package static func stored(_ target: Target, of user: UserID, at now: Date, _ reader: SQLReader) throws -> Food? {
        let stored = try reader.ownFood(target.id, of: user, ifVersion: nil, at: now)
        return stored.food.detailed(in: nil, for: user, version: stored.version)
    }

    package static func image(of stored: Food) -> ImageID? { ImageName.uploaded(stored.imageURL) }

    package static func reply(_ stored: Food, at now: Date, _ reader: SQLReader) throws -> Food {
        try reader.withSignedImage(stored, \.imageURL, at: now)
    }

    package static func set(
        _ image: UploadedImage,
        of target: Target,
        of user: UserID,
        at now: Date,
        _ transaction: SQLTransaction
    ) throws -> Food {
        let stored = try transaction.reader.ownFood(target.id, of: user, ifVersion: target.ifVersion, at: now)
        try transaction.reader.requireRoomForImage(of: user, bytes: image.stored.bytes, insteadOf: target.id)
        let row = try transaction.setImageURL(of: stored, ImageName.text(of: image.stored.id))
        try tables.store(image, of: target.id.description, ownedBy: user, transaction)
        return row.detailed(in: nil, for: user, version: stored.version + 1)
    }

    /// A removed food keeps its image for entries until this removes it, or the account is erased.
    package static func remove(_ target: Target, of user: UserID, at now: Date, _ transaction: SQLTransaction) throws {
        if try transaction.reader.hasImageOfRemovedFood(target.id, user) {
            try remove(of: target.id, transaction)
            return
        }
        let stored = try transaction.reader.ownFood(target.id, of: user, ifVersion: target.ifVersion, at: now)
        if stored.food.imageURL != nil { _ = try transaction.setImageURL(of: stored, nil) }
    }

    /// Returns the uploaded image under the id of a food, which may be removed, and its owner.
    static func kept(of food: FoodID, _ reader: SQLReader) throws -> (id: ImageID, owner: UserID)? {
        let row = try reader.row("SELECT id, owner FROM image WHERE food = ?", [food.description])
        return try row.map { row in
            guard let id = ImageID(try row.value("id", as: String.self)),
                let owner = UserID(try row.value("owner", as: String.self))
            else { throw ServiceError(.internalError, "The catalog contains an unreadable picture.") }
            return (id, owner)
        }
    }

    /// Removes the uploaded image of a food, if there is one.
    static func remove(of food: FoodID, _ transaction: SQLTransaction) throws {
        try tables.remove(of: food.description, transaction)
    }
}

extension FoodCatalogService {
    /// The methods of images of users' foods.
    package var images: ImageService<FoodImages> { ImageService(store, now: now) }
}

extension FoodRow {
    /// Sets or clears the name of an uploaded image.
    mutating func setImage(_ name: String?) {
        imageURL = name
        // The digest no longer matches the food's fields, so a later change is never taken for "unchanged".
        digest &+= 1
    }
}

extension SQLReader {
    /// Returns the value with a signed image URL.
    func withSignedImage<Value>(_ value: Value, _ path: WritableKeyPath<Value, String?>, at now: Date) throws -> Value {
        try FoodImages.address.signed([value], path, at: now, self)[0]
    }

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
        let others = try FoodImages.tables.total(of: user, without: food.description, self)
        let isTooLarge = others.bytes + bytes > bytesMax
        guard isTooLarge || others.images >= imagesMax else { return }
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
