import Contracts
import FoundationEssentials
import Logging
import ServiceKit
import Storage
import StoredPictures

/// Tables and URLs of food images; see ``PictureName``.
enum FoodPictures {
    static let tables = PictureTables(owner: "food")
    static let address = PictureAddress(path: "/v1/foods/image/", purpose: "food.image")
    /// Interval at which unfinished uploads are deleted.
    private static let uploadsInterval = Duration.seconds(600)

    /// Returns the task that deletes unfinished uploads.
    static func uploadsTask(_ store: Store, _ logger: Logger) -> PeriodicTask {
        PeriodicTask("deleting unfinished uploads", every: uploadsInterval, logger: logger) {
            try await store.forgetOldUploads(now: Date())
        }
    }
}

extension SQLReader {
    /// Returns the value with a signed image URL, as `FoodCatalogService.withPicture` does.
    func withPicture<Value>(_ value: Value, _ path: WritableKeyPath<Value, String?>, at now: Date) throws -> Value {
        FoodPictures.address.signed(value, path, at: now, key: try PictureTables.signingKey(self))
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
    func withPictures<Value>(_ values: [Value], _ path: WritableKeyPath<Value, String?>) async throws -> [Value] {
        guard values.contains(where: { PictureName.uploaded($0[keyPath: path]) != nil }) else { return values }
        let (key, now) = (try await store.read { try PictureTables.signingKey($0) }, now())
        return values.map { FoodPictures.address.signed($0, path, at: now, key: key) }
    }

    /// Replaces the name of one value's image by its signed URL.
    func withPicture<Value>(_ value: Value, _ path: WritableKeyPath<Value, String?>) async throws -> Value {
        try await withPictures([value], path)[0]
    }
}
