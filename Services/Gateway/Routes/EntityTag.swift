import Contracts

/// The version of a thing as HTTP tells it.
enum EntityTag {
    private struct Versioned: Decodable {
        let version: Int
    }

    /// The entity tag of a reply that has a version.
    ///
    /// - Throws: `internalError` if it has none.
    static func text(of reply: [UInt8]) throws(ServiceError) -> String {
        "\"\(try PayloadCoder.decodeReply(Versioned.self, from: reply).version)\""
    }
}
