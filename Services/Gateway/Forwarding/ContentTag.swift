import Crypto

/// An entity tag that follows from the content of a response, for clients that ask with `If-None-Match`.
package struct ContentTag: Equatable, Sendable {
    /// Enough to tell versions of a document apart.
    private static let bytes = 12

    /// The tag in its quotes, as `ETag` has it.
    package let text: String

    package init(_ content: [UInt8]) {
        text = "\"\(SHA256.hash(data: content).prefix(Self.bytes).map { Self.hex($0) }.joined())\""
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
