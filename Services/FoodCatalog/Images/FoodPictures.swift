import Contracts
import FoundationEssentials
import Storage
import StoredPictures

/// How pictures of foods are kept and named.
///
/// A food's row has the `https` address that it was given, or names the picture that was uploaded; that one's address is
/// signed whenever the food is told, and so only those who may see the food come to know it.
enum FoodPictures {
    static let tables = PictureTables(owner: "food")
    static let address = PictureAddress(path: "/v1/foods/image/", purpose: "food.image")
    private static let prefix = "upload:"

    /// How a row names an uploaded picture; no address begins like this.
    static func name(of id: ImageID) -> String { prefix + id.description }

    /// The uploaded picture that a row names, if it does.
    static func uploaded(_ name: String?) -> ImageID? {
        guard let name, name.hasPrefix(prefix) else { return nil }
        return ImageID(String(name.dropFirst(prefix.count)))
    }

    /// The same with the address of its picture instead of the name of one that was uploaded.
    static func signed<Value>(
        _ value: Value,
        _ path: WritableKeyPath<Value, String?>,
        at now: Date,
        key: Data
    ) -> Value {
        guard let id = uploaded(value[keyPath: path]) else { return value }
        var value = value
        value[keyPath: path] = address.text(of: id, now: now, key: key)
        return value
    }
}

extension SQLReader {
    /// The same with the address of its picture, as `FoodCatalogService.withPicture` has it.
    func withPicture<Value>(_ value: Value, _ path: WritableKeyPath<Value, String?>, at now: Date) throws -> Value {
        FoodPictures.signed(value, path, at: now, key: try PictureTables.signingKey(self))
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
        guard values.contains(where: { FoodPictures.uploaded($0[keyPath: path]) != nil }) else { return values }
        let (key, now) = (try await store.read { try PictureTables.signingKey($0) }, now())
        return values.map { FoodPictures.signed($0, path, at: now, key: key) }
    }

    /// The same for one.
    func withPicture<Value>(_ value: Value, _ path: WritableKeyPath<Value, String?>) async throws -> Value {
        try await withPictures([value], path)[0]
    }
}
