import Contracts
import FoundationEssentials
import Storage
import StoredPictures

/// How pictures of foods are kept and named; see ``PictureName``.
enum FoodPictures {
    static let tables = PictureTables(owner: "food")
    static let address = PictureAddress(path: "/v1/foods/image/", purpose: "food.image")
}

extension SQLReader {
    /// The same with the address of its picture, as `FoodCatalogService.withPicture` has it.
    func withPicture<Value>(_ value: Value, _ path: WritableKeyPath<Value, String?>, at now: Date) throws -> Value {
        FoodPictures.address.signed(value, path, at: now, key: try PictureTables.signingKey(self))
    }
}

extension FoodCatalogService {
    /// The same, with addresses of pictures instead of their names.
    ///
    /// - Parameters:
    ///   - values: Foods, or what is told of them.
    ///   - path: Where each has its picture.
    /// - Returns: As many, in the same order.
    /// - Throws: what the store throws.
    func withPictures<Value>(_ values: [Value], _ path: WritableKeyPath<Value, String?>) async throws -> [Value] {
        guard values.contains(where: { PictureName.uploaded($0[keyPath: path]) != nil }) else { return values }
        let (key, now) = (try await store.read { try PictureTables.signingKey($0) }, now())
        return values.map { FoodPictures.address.signed($0, path, at: now, key: key) }
    }

    /// The same for one.
    func withPicture<Value>(_ value: Value, _ path: WritableKeyPath<Value, String?>) async throws -> Value {
        try await withPictures([value], path)[0]
    }
}
