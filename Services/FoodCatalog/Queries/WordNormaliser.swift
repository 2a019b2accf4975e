import Foundation

/// Brings the words of names and of queries to one form, so that "Jalapeños" meets "jalapeno" and "berries" meets "berry".
package enum WordNormaliser {
    /// Below this many characters nothing is taken off a word: "gas" and "pie" stay what they are.
    private static let stemLengthMin = 3

    /// The words of a text in lower case without diacritics.
    ///
    /// Apostrophes join ("Kellogg's" is "kelloggs"); whatever else is no letter, digit or mark separates.
    package static func words(of text: String) -> [String] {
        var words: [String] = []
        var word = String.UnicodeScalarView()
        for scalar in folded(text).unicodeScalars {
            if isLetterOrDigit(scalar) || !word.isEmpty && isMark(scalar) {
                word.append(scalar)
            } else if !isApostrophe(scalar), !word.isEmpty {
                words.append(String(word))
                word = String.UnicodeScalarView()
            }
        }
        if !word.isEmpty { words.append(String(word)) }
        return words
    }

    /// What singular and plural of an English word have in common: "berri" of "berry" and "berries".
    ///
    /// Stems are compared with stems only, so they need not be words ("olif" of "olive" and "olives").
    package static func stem(of word: String) -> String {
        var letters = Array(word.utf8)
        func ends(_ suffix: StaticString) -> Bool {
            letters.count > stemLengthMin && suffix.withUTF8Buffer { letters.suffix($0.count).elementsEqual($0) }
        }
        if ends("s"), !ends("ss"), !ends("us"), !ends("is") { letters.removeLast() }
        if ends("e") { letters.removeLast() }
        if ends("y") { letters[letters.count - 1] = UInt8(ascii: "i") }
        if ends("v") { letters[letters.count - 1] = UInt8(ascii: "f") }
        return String(decoding: letters, as: UTF8.self)
    }

    private static func folded(_ text: String) -> String {
        // Nearly every name is ASCII, for which this is many times faster.
        if text.utf8.allSatisfy({ $0 < 0x80 }) { return text.lowercased() }
        return text.folding(options: [.caseInsensitive, .diacriticInsensitive, .widthInsensitive], locale: nil)
    }

    private static func isLetterOrDigit(_ scalar: Unicode.Scalar) -> Bool {
        if scalar.isASCII { return ("a"..."z").contains(scalar) || ("0"..."9").contains(scalar) }
        switch scalar.properties.generalCategory {
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter: return true
        case .decimalNumber, .letterNumber, .otherNumber: return true
        default: return false
        }
    }

    /// Vowel signs of many scripts are marks, so they do not end a word; but they are none by themselves.
    private static func isMark(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .spacingMark, .enclosingMark: true
        default: false
        }
    }

    private static func isApostrophe(_ scalar: Unicode.Scalar) -> Bool { scalar == "'" || scalar == "\u{2019}" }
}
