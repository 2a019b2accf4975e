import Crypto
import HTTPTypes
import Hummingbird

/// An entity tag that follows from the content of a response, for clients that ask with `If-None-Match`.
package struct ContentTag: Equatable, Sendable {
    /// Enough to tell versions of a document apart.
    private static let bytes = 12

    /// Identifies the content, in hexadecimal digits.
    package let digest: String
    /// The digest in quotes, as `ETag` has it.
    package var text: String { "\"\(digest)\"" }

    /// Creates the tag of a content that a service identifies.
    package init(digest: String) {
        self.digest = digest
    }

    package init(_ content: [UInt8]) {
        digest = SHA256.hash(data: content).prefix(Self.bytes).map { Self.hex($0) }.joined()
    }

    /// Returns whether a client has the content (RFC 9110, section 13.1.2).
    ///
    /// - Parameter ifNoneMatch: The header of the request; nil if there is none.
    /// - Returns: True if the header names the tag, weak or strong, or any content.
    package func isKnown(by ifNoneMatch: String?) -> Bool {
        let known = ifNoneMatch?.split(separator: ",").map { $0.filter { $0 != " " } } ?? []
        return known.contains(text) || known.contains("W/\(text)") || known == ["*"]
    }

    private static func hex(_ byte: UInt8) -> String {
        let digits = String(byte, radix: 16)
        return digits.utf8.count == 1 ? "0" + digits : digits
    }
}

extension Forwarder {
    /// Returns a response of JSON with an entity tag, or 304 to a client that has it.
    static func response(_ body: [UInt8], tag: ContentTag, ifNoneMatch: String?) -> Response {
        var response =
            tag.isKnown(by: ifNoneMatch) ? Response(status: .notModified) : response(.ok, body, key: nil)
        response.headers[.eTag] = tag.text
        response.headers[.cacheControl] = "private, no-cache"
        return response
    }
}
