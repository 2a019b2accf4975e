import Contracts

/// The version of a thing as HTTP tells it.
enum EntityTag {
    private struct Versioned: Decodable {
        let version: Int?
    }

    /// The version that `If-Match` names; nil where it names none, or any.
    ///
    /// - Throws: `malformed` for a tag that is none of ours.
    static func version(ifMatch tag: String?) throws(ServiceError) -> Int? {
        guard let tag, tag != "*" else { return nil }
        guard let version = Int(tag.filter({ $0 != "\"" })) else {
            throw ServiceError(.malformed, "If-Match must be an ETag that was answered before.")
        }
        return version
    }

    /// The entity tag of a reply; nil for one without a version, which is of a thing that its reader cannot change.
    ///
    /// - Throws: `internalError` if the version is none.
    static func text(of reply: [UInt8]) throws(ServiceError) -> String? {
        try PayloadCoder.decodeReply(Versioned.self, from: reply).version.map { "\"\($0)\"" }
    }
}
