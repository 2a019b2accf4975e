import Foundation

/// Normalises the words of names and queries, so that "Jalapeños" matches "jalapeno".
package enum WordNormaliser {
    /// Returns the words of a text in lower case without diacritics.
    ///
    /// Apostrophes are removed ("Kellogg's" becomes "kelloggs"). Characters other than letters, digits and marks
    /// separate words, as does a change between Thai and other scripts.
    package static func words(of text: String) -> [String] {
        var text = text
        let plain = text.withUTF8 { bytes in bytes.allSatisfy { $0 < 0x80 } ? asciiWords(of: bytes) : nil }
        return plain ?? unicodeWords(of: text)
    }

    /// A fast path for ASCII, since nearly every name is ASCII.
    private static func asciiWords(of bytes: UnsafeBufferPointer<UInt8>) -> [String] {
        var words: [String] = []
        var word: [UInt8] = []
        for byte in bytes {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"): word.append(byte)
            case UInt8(ascii: "A")...UInt8(ascii: "Z"): word.append(byte | 0x20)
            case UInt8(ascii: "'"): continue
            default:
                guard !word.isEmpty else { continue }
                words.append(String(decoding: word, as: UTF8.self))
                word.removeAll(keepingCapacity: true)
            }
        }
        if !word.isEmpty { words.append(String(decoding: word, as: UTF8.self)) }
        return words
    }

    private static func unicodeWords(of text: String) -> [String] {
        var words: [String] = []
        var word = String.UnicodeScalarView()
        func end() {
            if !word.isEmpty { words.append(String(word)) }
            word = String.UnicodeScalarView()
        }
        for scalar in text.decomposedStringWithCompatibilityMapping.lowercased().unicodeScalars {
            if isIgnored(scalar) { continue }
            guard isLetterOrDigit(scalar) || !word.isEmpty && isMark(scalar) else {
                end()
                continue
            }
            if let last = word.last, ThaiScript.holds(last) != ThaiScript.holds(scalar) { end() }
            if let replacement = replacements[scalar] {
                word.append(contentsOf: replacement.unicodeScalars)
            } else {
                word.append(scalar)
            }
        }
        end()
        return words
    }

    /// Common spellings of letters that decomposition leaves unchanged.
    private static let replacements: [Unicode.Scalar: String] = [
        "ß": "ss", "æ": "ae", "œ": "oe", "ø": "o", "ł": "l", "đ": "d", "ð": "d", "þ": "th", "ı": "i", "ґ": "г",
        "ё": "е",
    ]

    /// Returns whether a scalar is an accent, a tone mark of Thai, an apostrophe, a soft hyphen or a zero-width
    /// character.
    private static func isIgnored(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x0300...0x036F, 0x0E48...0x0E4B, 0x27, 0x2019, 0x02BC, 0xAD, 0x200B...0x200D: true
        default: false
        }
    }

    private static func isLetterOrDigit(_ scalar: Unicode.Scalar) -> Bool {
        if scalar.isASCII { return ("a"..."z").contains(scalar) || ("0"..."9").contains(scalar) }
        switch scalar.properties.generalCategory {
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter: return true
        case .decimalNumber, .letterNumber, .otherNumber: return true
        default: return false
        }
    }

    /// Returns whether a scalar is a mark, such as a vowel sign; marks continue a word but do not begin one.
    private static func isMark(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .spacingMark, .enclosingMark: true
        default: false
        }
    }
}

/// Indexing of Thai, which is written without spaces: a run is found by its pairs of adjacent characters and then
/// scanned.
///
/// That needs no dictionary, and finds partly typed words as well as whole ones.
enum ThaiScript {
    /// Number of leading characters that the start token of a name contains.
    static let startLength = 3

    static func holds(_ scalar: Unicode.Scalar) -> Bool { (0x0E00...0x0E7F).contains(scalar.value) }

    /// Returns whether a normalised word is a run of Thai.
    static func isRun(_ word: String) -> Bool { word.unicodeScalars.first.map(holds) ?? false }

    /// Returns the pairs of adjacent characters; a single character by itself.
    static func pairs(of run: String) -> [String] {
        let scalars = Array(run.unicodeScalars)
        guard scalars.count > 1 else { return [run] }
        return (1..<scalars.count).map { index in
            var pair = String.UnicodeScalarView()
            pair.append(scalars[index - 1])
            pair.append(scalars[index])
            return String(pair)
        }
    }

    /// Returns the first ``startLength`` characters of a run.
    static func start(of run: String) -> String {
        String(String.UnicodeScalarView(run.unicodeScalars.prefix(startLength)))
    }
}
