import Foundation

/// Finds foods by words that people use for what they do not like.
struct FoodWords {
    /// Words from this length on are also found at the beginning of a longer one ("mushroom" in "mushroomsoup"): shorter
    /// ones would find too much ("pea" in "peach").
    private static let prefixLengthMin = 5
    /// Shorter words have no ending that could be taken off.
    private static let stemLengthMin = 3

    private let stems: Set<String>

    init(of texts: [String]) {
        stems = Set(texts.flatMap(Self.stems))
    }

    /// Whether all words are there.
    func contain(_ wanted: [String]) -> Bool {
        !wanted.isEmpty
            && wanted.allSatisfy { word in
                stems.contains(word) || word.count >= Self.prefixLengthMin && stems.contains { $0.hasPrefix(word) }
            }
    }

    /// The words of a text without case, diacritics and English plural.
    static func stems(of text: String) -> [String] {
        text.folding(options: [.caseInsensitive, .diacriticInsensitive, .widthInsensitive], locale: nil)
            .split { !$0.isLetter && !$0.isNumber }
            .map { stem(of: String($0)) }
    }

    /// What "berry" and "berries", "tomato" and "tomatoes" have in common; it need not be a word.
    private static func stem(of word: String) -> String {
        var stem = Substring(word)
        func ends(_ suffix: String) -> Bool { stem.count > stemLengthMin && stem.hasSuffix(suffix) }
        if ends("s"), !ends("ss"), !ends("us"), !ends("is") { stem.removeLast() }
        if ends("e") { stem.removeLast() }
        if ends("y") { stem = stem.dropLast() + "i" }
        return String(stem)
    }
}
