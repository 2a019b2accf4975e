import Foundation

/// Words of which each must occur in a name, whatever their case and accents.
package struct NameQuery: Sendable {
    private let words: [String]

    /// Creates a query of the words of a text.
    package init(_ text: String) {
        words = Self.folded(text).split(whereSeparator: \.isWhitespace).map(String.init)
    }

    /// Returns whether a name contains all words.
    package func matches(_ name: String) -> Bool {
        let name = Self.folded(name)
        return words.allSatisfy { name.contains($0) }
    }

    /// Returns a text in lower case, without accents, tone marks of Thai and apostrophes.
    ///
    /// The same letters of Ukrainian become one: й is и, ї is і, and ґ is г. Vowels of Thai stay.
    package static func folded(_ text: String) -> String {
        var text = text
        let isPlain = text.withUTF8 { bytes in
            bytes.allSatisfy { byte in
                byte < 0x80 && !(UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) && byte != UInt8(ascii: "'")
            }
        }
        guard !isPlain else { return text }
        var folded = String.UnicodeScalarView()
        for scalar in text.decomposedStringWithCompatibilityMapping.lowercased().unicodeScalars
        where !isIgnored(scalar) {
            if let replacement = replacements[scalar] {
                folded.append(contentsOf: replacement.unicodeScalars)
            } else {
                folded.append(scalar)
            }
        }
        return String(folded)
    }

    /// Letters that decomposition leaves as they are.
    private static let replacements: [Unicode.Scalar: String] = [
        "ß": "ss", "æ": "ae", "œ": "oe", "ø": "o", "ł": "l", "đ": "d", "ı": "i", "ґ": "г",
    ]

    /// Returns whether a scalar is an accent, a tone mark of Thai, an apostrophe, a soft hyphen or has no width.
    private static func isIgnored(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x0300...0x036F, 0x0E48...0x0E4B, 0x27, 0x2019, 0x02BC, 0xAD, 0x200B...0x200D: true
        default: false
        }
    }
}
