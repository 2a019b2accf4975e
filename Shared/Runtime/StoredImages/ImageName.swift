package import Contracts
package import FoundationEssentials
package import Storage

/// Encodes a reference to an uploaded image in a column that otherwise holds an `https` address.
///
/// Each response replaces the reference with a signed address, so only users that may read the row get an address.
package enum ImageName {
    private static let prefix = "upload:"

    /// Returns the reference to an uploaded image; no `https` address begins like it.
    package static func text(of id: ImageID) -> String { prefix + id.description }

    /// Returns the uploaded image that a column refers to; nil for an address or no image.
    package static func uploaded(_ name: String?) -> ImageID? {
        guard let name, name.hasPrefix(prefix) else { return nil }
        return ImageID(String(name.dropFirst(prefix.count)))
    }
}

extension ImageAddress {
    /// Returns a value with the reference to an uploaded image replaced by its signed address.
    ///
    /// - Parameters:
    ///   - value: A value with an image.
    ///   - path: The property with the reference.
    ///   - now: The wall clock.
    ///   - key: The key that signs addresses.
    /// - Returns: The changed value, or the same if it has no uploaded image.
    func signed<Value>(_ value: Value, _ path: WritableKeyPath<Value, String?>, at now: Date, key: Data) -> Value {
        guard let id = ImageName.uploaded(value[keyPath: path]) else { return value }
        var value = value
        value[keyPath: path] = text(of: id, now: now, key: key)
        return value
    }

    /// Returns several values with signed addresses; reads the key only if needed.
    ///
    /// - Parameters:
    ///   - values: Values with images.
    ///   - path: The property with the reference.
    ///   - now: The wall clock.
    ///   - reader: A reader of the database with the images.
    /// - Returns: The values in the same order.
    /// - Throws: An error of the database.
    package func signed<Value>(
        _ values: [Value],
        _ path: WritableKeyPath<Value, String?>,
        at now: Date,
        _ reader: SQLReader
    ) throws -> [Value] {
        guard values.contains(where: { ImageName.uploaded($0[keyPath: path]) != nil }) else { return values }
        let key = try ImageTables.signingKey(reader)
        return values.map { signed($0, path, at: now, key: key) }
    }
}
