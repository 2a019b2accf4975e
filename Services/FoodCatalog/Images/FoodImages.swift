import Contracts
import FoundationEssentials
import Logging
import ServiceKit
import Storage
import StoredImages

/// Tables and URLs of food images; see ``ImageName``.
enum FoodImages {
    static let tables = ImageTables(owner: "food")
    static let address = ImageAddress(path: "/v1/foods/image/", purpose: "food.image")
    /// Interval at which unfinished uploads are deleted.
    private static let uploadsInterval = Duration.seconds(600)

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

    /// Returns the task that deletes unfinished uploads.
    static func uploadsTask(_ store: Store, _ logger: Logger) -> PeriodicTask {
        PeriodicTask("deleting unfinished uploads", every: uploadsInterval, logger: logger) {
            try await store.deleteOldUploads(now: Date())
        }
    }
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
    /// Returns the value with a signed image URL, as `FoodCatalogService.withSignedImage` does.
    func withSignedImage<Value>(_ value: Value, _ path: WritableKeyPath<Value, String?>, at now: Date) throws -> Value {
        FoodImages.address.signed(value, path, at: now, key: try ImageTables.signingKey(self))
    }
}

extension FoodCatalogService {
    /// Replaces the names of images by signed URLs.
    ///
    /// - Parameters:
    ///   - values: Foods or derived values.
    ///   - path: The property that holds the image.
    /// - Returns: As many values in the same order.
    /// - Throws: The store's errors.
    func withSignedImages<Value>(_ values: [Value], _ path: WritableKeyPath<Value, String?>) async throws -> [Value] {
        guard values.contains(where: { ImageName.uploaded($0[keyPath: path]) != nil }) else { return values }
        let (key, now) = (try await store.read { try ImageTables.signingKey($0) }, now())
        return values.map { FoodImages.address.signed($0, path, at: now, key: key) }
    }

    /// Replaces the name of one value's image by its signed URL.
    func withSignedImage<Value>(_ value: Value, _ path: WritableKeyPath<Value, String?>) async throws -> Value {
        try await withSignedImages([value], path)[0]
    }
}
