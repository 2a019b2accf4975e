import Contracts
import Crypto

/// A drawing of a food, as SVG that runs nothing and loads nothing.
package struct Drawing: Sendable, Equatable {
    /// The reason for refusing a file.
    package struct Refusal: Error, Equatable, CustomStringConvertible {
        package let description: String
    }

    /// Elements that draw; others run code, load files or show HTML.
    private static let elements: Set<String> = [
        "svg", "g", "defs", "title", "desc", "style", "path", "circle", "ellipse", "rect", "line", "polyline",
        "polygon", "lineargradient", "radialgradient", "stop", "clippath", "mask",
    ]
    /// The only address in a drawing, which names the language and is never loaded.
    private static let namespace = "xmlns=\"http://www.w3.org/2000/svg\""
    /// Parts of a text that could load or run something.
    private static let forbidden = ["href", "<!", "<?", "&", "@import", "script", "//", "data:", "expression("]

    /// The beginning of a reference, which may only name an element of the same file.
    private static let reference = "url("

    package let bytes: [UInt8]
    /// Identifies the content, in hexadecimal digits.
    package let tag: String

    /// Checks a file.
    ///
    /// - Throws: `Refusal` for a file that is too large, has another view box than the 64 units of a square, or has
    ///   anything that does not draw.
    package init(svg bytes: [UInt8]) throws(Refusal) {
        let max = ServerLimit.drawingBytes.value
        guard bytes.count <= max else { throw Refusal(description: "it has more than \(max) bytes") }
        guard String(validating: bytes, as: UTF8.self) != nil else { throw Refusal(description: "it is not UTF-8") }
        try Self.check(bytes.map(Self.lowercased)[...])
        self.bytes = bytes
        tag = ContentDigest.text(of: bytes)
    }

    /// Checks a file in small letters.
    ///
    /// It reads bytes, because hundreds of drawings are checked at each start; names in SVG are ASCII.
    private static func check(_ text: ArraySlice<UInt8>) throws(Refusal) {
        guard text.starts(with: "<svg ".utf8), trimmed(text).reversed().starts(with: "</svg>".utf8.reversed()) else {
            throw Refusal(description: "it is not one element svg")
        }
        guard !text.places(of: "viewbox=\"0 0 64 64\"").isEmpty else {
            throw Refusal(description: "its viewBox is not 0 0 64 64")
        }
        guard let start = text.places(of: namespace).first else { throw Refusal(description: "it has no \(namespace)") }
        let rest = (text[..<start] + text[(start + namespace.utf8.count)...])[...]
        for part in forbidden where !rest.places(of: part).isEmpty { throw Refusal(description: "it contains \(part)") }
        for place in rest.places(of: reference) where rest[(place + reference.utf8.count)...].first != UInt8(ascii: "#")
        {
            throw Refusal(description: "it refers to another file")
        }
        for element in rest.split(separator: UInt8(ascii: "<"), omittingEmptySubsequences: false).dropFirst() {
            try check(element: element.first == UInt8(ascii: "/") ? element.dropFirst() : element)
        }
    }

    /// Checks the name and the attributes of an element.
    private static func check(element: ArraySlice<UInt8>) throws(Refusal) {
        let name = element.prefix { !isSpace($0) && !">/\"'=".utf8.contains($0) }
        guard elements.contains(String(decoding: name, as: UTF8.self)) else {
            throw Refusal(description: "it has an element \(String(decoding: name.prefix(40), as: UTF8.self))")
        }
        let tag = element.prefix { $0 != UInt8(ascii: ">") }
        let words = tag.dropFirst(name.count).split { isSpace($0) || "\"'/".utf8.contains($0) }
        for word in words where word.starts(with: "on".utf8) && word.contains(UInt8(ascii: "=")) {
            throw Refusal(description: "it has an attribute \(String(decoding: word.prefix(40), as: UTF8.self))")
        }
    }

    private static func lowercased(_ byte: UInt8) -> UInt8 {
        (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte + 32 : byte
    }

    /// Returns whether a byte is white space of XML or HTML.
    private static func isSpace(_ byte: UInt8) -> Bool { " \t\n\u{C}\r".utf8.contains(byte) }

    private static func trimmed(_ text: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        text.dropLast(text.reversed().prefix(while: isSpace).count)
    }
}

extension ArraySlice<UInt8> {
    /// Returns where a text that is not empty begins, each time that it occurs.
    fileprivate func places(of text: String) -> [Int] {
        let wanted = Array(text.utf8)
        return indices.filter { self[$0] == wanted[0] && self[$0...].starts(with: wanted) }
    }
}

/// Identifies contents by a part of their SHA-256.
enum ContentDigest {
    /// Enough to tell contents apart.
    private static let digits = 24

    /// Returns the digest in hexadecimal digits, with which the description of a hash ends.
    static func text(of content: [UInt8]) -> String { String(SHA256.hash(data: content).description.suffix(digits)) }
}
