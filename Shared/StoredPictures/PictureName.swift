package import Contracts
package import FoundationEssentials
package import Storage

/// How a row that has either the `https` address of a picture or one that was uploaded names the latter.
///
/// That one's address is signed whenever the row is told, so that only those who may see the row come to know it.
package enum PictureName {
    private static let prefix = "upload:"

    /// The name of an uploaded picture; no address begins like this.
    package static func text(of id: ImageID) -> String { prefix + id.description }

    /// The uploaded picture that a row names, if it does.
    package static func uploaded(_ name: String?) -> ImageID? {
        guard let name, name.hasPrefix(prefix) else { return nil }
        return ImageID(String(name.dropFirst(prefix.count)))
    }
}

extension PictureAddress {
    /// The same with the address of its picture instead of the name of one that was uploaded.
    ///
    /// - Parameters:
    ///   - value: What has a picture.
    ///   - path: Where it has it.
    ///   - now: The wall clock.
    ///   - key: The key that signs addresses.
    /// - Returns: The same, if it has no uploaded picture.
    package func signed<Value>(_ value: Value, _ path: WritableKeyPath<Value, String?>, at now: Date, key: Data)
        -> Value
    {
        guard let id = PictureName.uploaded(value[keyPath: path]) else { return value }
        var value = value
        value[keyPath: path] = text(of: id, now: now, key: key)
        return value
    }

    /// The same for several; the key is read only if one of them has such a picture.
    ///
    /// - Parameters:
    ///   - values: What has pictures.
    ///   - path: Where each has its picture.
    ///   - now: The wall clock.
    ///   - reader: Of the database with the pictures.
    /// - Returns: As many, in the same order.
    /// - Throws: what the database throws.
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
