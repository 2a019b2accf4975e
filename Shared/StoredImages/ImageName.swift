package import Contracts
package import FoundationEssentials
package import Storage

/// Encodes a reference to an uploaded picture in a column that otherwise holds an `https` address.
///
/// Each response replaces the reference with a signed address, so only users that may read the row get an address.
package enum PictureName {
    private static let prefix = "upload:"

    /// Returns the reference to an uploaded picture; no `https` address begins like it.
    package static func text(of id: ImageID) -> String { prefix + id.description }

    /// Returns the uploaded picture that a column refers to; nil for an address or no picture.
    package static func uploaded(_ name: String?) -> ImageID? {
        guard let name, name.hasPrefix(prefix) else { return nil }
        return ImageID(String(name.dropFirst(prefix.count)))
    }
}

extension PictureAddress {
    /// Returns a value with the reference to an uploaded picture replaced by its signed address.
    ///
    /// - Parameters:
    ///   - value: A value with a picture.
    ///   - path: The property with the reference.
    ///   - now: The wall clock.
    ///   - key: The key that signs addresses.
    /// - Returns: The changed value, or the same if it has no uploaded picture.
    package func signed<Value>(_ value: Value, _ path: WritableKeyPath<Value, String?>, at now: Date, key: Data)
        -> Value
    {
        guard let id = PictureName.uploaded(value[keyPath: path]) else { return value }
        var value = value
        value[keyPath: path] = text(of: id, now: now, key: key)
        return value
    }

    /// Returns several values with signed addresses; reads the key only if needed.
    ///
    /// - Parameters:
    ///   - values: Values with pictures.
    ///   - path: The property with the reference.
    ///   - now: The wall clock.
    ///   - reader: A reader of the database with the pictures.
    /// - Returns: The values in the same order.
    /// - Throws: An error of the database.
    package func signed<Value>(
        _ values: [Value],
        _ path: WritableKeyPath<Value, String?>,
        at now: Date,
        _ reader: SQLReader
    ) throws -> [Value] {
        guard values.contains(where: { PictureName.uploaded($0[keyPath: path]) != nil }) else { return values }
        let key = try PictureTables.signingKey(reader)
        return values.map { signed($0, path, at: now, key: key) }
    }
}
