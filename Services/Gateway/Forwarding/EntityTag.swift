import Contracts

/// Converts between versions and entity tags.
enum EntityTag {
    private struct Versioned: Decodable {
        let version: Int?
    }

    /// Returns the version in `If-Match`; nil if there is no header, or it allows any version.
    ///
    /// - Throws: `malformed` for any other tag.
    static func version(ifMatch tag: String?) throws(ServiceError) -> Int? {
        guard let tag, tag != "*" else { return nil }
        guard let version = Int(tag.filter({ $0 != "\"" })) else {
            throw ServiceError(.malformed, "If-Match must be an ETag from an earlier response.")
        }
        return version
    }

    /// Returns the entity tag of a reply; nil if the reply has no version, because the client cannot change the
    /// resource.
    ///
    /// - Throws: `internalError` if the version is invalid.
    static func text(of reply: [UInt8]) throws(ServiceError) -> String? {
        try PayloadCoder.decodeReply(Versioned.self, from: reply).version.map { "\"\($0)\"" }
    }
}
