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
        guard let text = String(validating: bytes, as: UTF8.self)?.lowercased() else {
            throw Refusal(description: "it is not UTF-8")
        }
        try Self.check(text)
        self.bytes = bytes
        tag = ContentDigest.text(of: bytes)
    }

    private static func check(_ text: String) throws(Refusal) {
        guard text.hasPrefix("<svg "), text.trimmingSuffix(while: \.isWhitespace).hasSuffix("</svg>") else {
            throw Refusal(description: "it is not one element svg")
        }
        guard text.contains("viewbox=\"0 0 64 64\"") else {
            throw Refusal(description: "its viewBox is not 0 0 64 64")
        }
        guard text.contains(namespace) else { throw Refusal(description: "it has no \(namespace)") }
        let rest = text.replacing(namespace, with: "")
        for part in forbidden where rest.contains(part) { throw Refusal(description: "it contains \(part)") }
        for reference in rest.split(separator: "url(", omittingEmptySubsequences: false).dropFirst()
        where !reference.hasPrefix("#") {
            throw Refusal(description: "it refers to another file")
        }
        for element in rest.split(separator: "<", omittingEmptySubsequences: false).dropFirst() {
            try check(element: element.hasPrefix("/") ? element.dropFirst() : element)
        }
    }

    /// Checks the name and the attributes of an element.
    private static func check(element: Substring) throws(Refusal) {
        let name = element.prefix { $0.isLetter || $0.isNumber || $0 == "-" || $0 == ":" }
        guard elements.contains(String(name)) else {
            throw Refusal(description: "it has an element \(name.prefix(40))")
        }
        let tag = element.prefix { $0 != ">" }
        let words = tag.dropFirst(name.count).split { $0.isWhitespace || $0 == "\"" || $0 == "'" || $0 == "/" }
        for word in words where word.hasPrefix("on") && word.contains("=") {
            throw Refusal(description: "it has an attribute \(word.prefix(40))")
        }
    }
}

extension String {
    fileprivate func trimmingSuffix(while matches: (Character) -> Bool) -> Substring {
        guard let last = lastIndex(where: { !matches($0) }) else { return "" }
        return self[...last]
    }
}

/// Identifies contents by a part of their SHA-256.
enum ContentDigest {
    /// Enough to tell contents apart.
    private static let digits = 24

    /// Returns the digest in hexadecimal digits, with which the description of a hash ends.
    static func text(of content: [UInt8]) -> String { String(SHA256.hash(data: content).description.suffix(digits)) }
}
