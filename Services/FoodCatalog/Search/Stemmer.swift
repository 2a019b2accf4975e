/// Removes endings from words, so that singular and plural, and different cases, have the same stem.
///
/// Stems are compared only with stems, so they need not be words ("olif" for "olive" and "olives").
package enum Stemmer {
    /// Minimum length of a stem: "gas" and "pie" stay as they are.
    private static let lengthMin = 3

    /// Returns the stem of a normalised word.
    package static func stem(of word: String) -> String {
        guard let first = word.unicodeScalars.first else { return word }
        if first.isASCII { return english(word) }
        return (0x0400...0x04FF).contains(first.value) ? ukrainian(word) : word
    }

    /// Last letters of words with an ending; most words have none and stay as they are.
    private static let englishEndings: Set<UInt8> = [
        UInt8(ascii: "s"), UInt8(ascii: "e"), UInt8(ascii: "y"), UInt8(ascii: "v"),
    ]

    private static func english(_ word: String) -> String {
        guard let last = word.utf8.last, englishEndings.contains(last) else { return word }
        var letters = Array(word.utf8)
        func ends(_ suffix: StaticString) -> Bool {
            letters.count > lengthMin && suffix.withUTF8Buffer { letters.suffix($0.count).elementsEqual($0) }
        }
        if ends("s"), !ends("ss"), !ends("us"), !ends("is") { letters.removeLast() }
        if ends("e") { letters.removeLast() }
        if ends("y") { letters[letters.count - 1] = UInt8(ascii: "i") }
        if ends("v") { letters[letters.count - 1] = UInt8(ascii: "f") }
        return String(decoding: letters, as: UTF8.self)
    }

    /// Endings of nouns and adjectives, without the diacritics of й and ї, the longest first.
    private static let ukrainianEndings: [[Unicode.Scalar]] = [
        "ього", "ьому", "ами", "ями", "ого", "ому", "ими", "іми", "ові", "еві", "єві", "ах", "ях", "ам", "ям", "ів",
        "іи",
        "ии", "оі", "ою", "єю", "ею", "ом", "ем", "єм", "им", "их", "іх", "ії", "а", "я", "у", "ю", "о", "е", "є", "и",
        "і",
        "ь",
    ].map { Array($0.unicodeScalars) }

    private static func ukrainian(_ word: String) -> String {
        var letters = Array(word.unicodeScalars)
        if let ending = ukrainianEndings.first(where: {
            letters.count >= lengthMin + $0.count && letters.ends(with: $0)
        }) {
            letters.removeLast(ending.count)
        }
        // The fleeting vowel of "огірок" and "перець": "огірки", "перці".
        if letters.count > lengthMin, let last = letters.last, ["к", "ц"].contains(last),
            ["о", "е"].contains(letters[letters.count - 2])
        {
            letters.remove(at: letters.count - 2)
        }
        return String(String.UnicodeScalarView(letters))
    }
}

extension [Unicode.Scalar] {
    fileprivate func ends(with ending: [Unicode.Scalar]) -> Bool { suffix(ending.count).elementsEqual(ending) }
}

extension Stemmer {
    /// Endings that ``stem(of:)`` removes from English words.
    private static let addedEndings = ["e", "es"]

    /// Returns whether a word may be the stem of other words: "chees" is the stem of "cheese", and may be a word
    /// itself.
    ///
    /// Always true for other scripts.
    static func mayBeStem(_ word: String, _ vocabulary: Vocabulary) -> Bool {
        guard word.utf8.allSatisfy({ $0 < 0x80 }) else { return true }
        return addedEndings.contains { vocabulary.uses(of: word + $0) > 0 }
    }
}
