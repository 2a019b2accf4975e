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
        ifNoneMatch.flatMap(IfNoneMatch.init)?.matches(text) ?? false
    }

    private static func hex(_ byte: UInt8) -> String {
        let digits = String(byte, radix: 16)
        return digits.utf8.count == 1 ? "0" + digits : digits
    }
}

/// The condition of `If-None-Match` (RFC 9110, section 13.1.2).
package enum IfNoneMatch: Equatable, Sendable {
    /// `*`: any content.
    case any
    /// Opaque tags in their quotes.
    ///
    /// Without the mark of weak ones, because the comparison is weak (section 8.8.3.2). Proxies that compress mark tags
    /// as weak.
    case tags([String])

    private static let quote = UInt8(ascii: "\"")
    private static let weakMark = Array("W/".utf8)

    /// Parses the header; nil if it is not in its form, which makes the request unconditional.
    package init?(_ header: String) {
        let bytes = Array(header.utf8)
        if bytes.filter({ !Self.isSpace($0) }) == [UInt8(ascii: "*")] {
            self = .any
            return
        }
        var (tags, position) = ([String](), 0)
        while true {
            // A list may have empty elements (section 5.6.1.2).
            while position < bytes.count, Self.isSpace(bytes[position]) || bytes[position] == UInt8(ascii: ",") {
                position += 1
            }
            guard position < bytes.count else { break }
            guard let tag = Self.tag(bytes, &position) else { return nil }
            tags.append(tag)
            while position < bytes.count, Self.isSpace(bytes[position]) { position += 1 }
            guard position == bytes.count || bytes[position] == UInt8(ascii: ",") else { return nil }
        }
        self = .tags(tags)
    }

    /// Returns whether the condition names a tag, so that the client needs no content.
    ///
    /// - Parameter tag: The opaque tag of the content, in quotes.
    /// - Returns: The result of the weak comparison.
    package func matches(_ tag: String) -> Bool {
        switch self {
        case .any: true
        case .tags(let tags): tags.contains(tag)
        }
    }

    /// Reads an entity tag (section 8.8.3), and returns it without its mark.
    ///
    /// A comma within its quotes belongs to it.
    private static func tag(_ bytes: [UInt8], _ position: inout Int) -> String? {
        if bytes[position...].starts(with: weakMark) { position += weakMark.count }
        guard position < bytes.count, bytes[position] == quote else { return nil }
        let start = position
        position += 1
        while position < bytes.count, isTagCharacter(bytes[position]) { position += 1 }
        guard position < bytes.count, bytes[position] == quote else { return nil }
        position += 1
        return String(decoding: bytes[start..<position], as: UTF8.self)
    }

    private static func isTagCharacter(_ byte: UInt8) -> Bool { byte == 0x21 || byte >= 0x23 && byte != 0x7F }
    private static func isSpace(_ byte: UInt8) -> Bool { byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") }
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
