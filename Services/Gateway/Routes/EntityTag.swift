import Contracts

/// The version of a thing as HTTP tells it.
enum EntityTag {
    private struct Versioned: Decodable {
        let version: Int?
    }

    /// The entity tag of a reply; nil for one without a version, which is of a thing that its reader cannot change.
    ///
    /// - Throws: `internalError` if the version is none.
    static func text(of reply: [UInt8]) throws(ServiceError) -> String? {
        try PayloadCoder.decodeReply(Versioned.self, from: reply).version.map { "\"\($0)\"" }
    }
}
