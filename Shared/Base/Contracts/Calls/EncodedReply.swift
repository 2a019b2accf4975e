/// A reply as its message carries it.
package struct EncodedReply: Sendable {
    /// The JSON.
    package let payload: [UInt8]
    /// The version of the object in the reply; nil for one without, and for callers that did not request it.
    package let version: Int?

    package init(payload: [UInt8], version: Int?) {
        self.payload = payload
        self.version = version
    }

    /// Encodes a reply.
    package init(_ reply: some Encodable) throws {
        self.init(payload: try PayloadCoder.encode(reply), of: reply)
    }

    /// Takes the JSON of a reply.
    init(payload: [UInt8], of reply: some Encodable) {
        self.init(payload: payload, version: (reply as? any Versioned)?.versionNumber)
    }
}

/// An object with a version, which a client may require by `If-Match` when it changes the object.
///
/// Its version is in the header of a reply, so that a gateway makes `ETag` without reading the payload.
package protocol Versioned {
    associatedtype Version
    var version: Version { get }
    /// The version; nil for an object that the caller cannot change.
    var versionNumber: Int? { get }
}

extension Versioned where Version == Int {
    package var versionNumber: Int? { version }
}

extension Versioned where Version == Int? {
    package var versionNumber: Int? { version }
}
