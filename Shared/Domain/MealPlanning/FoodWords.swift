import Foundation

/// Matches foods with the words of a user's dislikes.
struct FoodWords {
    /// Minimum length of a word that also matches as a prefix ("mushroom" in "mushroomsoup").
    ///
    /// Shorter words would match too much ("pea" in "peach").
    private static let minimumPrefixLength = 5
    /// Words up to this length keep their endings.
    private static let minimumStemLength = 3

    private let stems: Set<String>

    init(of texts: [String]) {
        stems = Set(texts.flatMap(Self.stems))
    }

    /// Returns whether the texts contain all words.
    func contain(_ wanted: [String]) -> Bool {
        !wanted.isEmpty
            && wanted.allSatisfy { word in
                stems.contains(word) || word.count >= Self.minimumPrefixLength && stems.contains { $0.hasPrefix(word) }
            }
    }

    /// Returns the words of a text without case, diacritics and English plural endings.
    static func stems(of text: String) -> [String] {
        text.folding(options: [.caseInsensitive, .diacriticInsensitive, .widthInsensitive], locale: nil)
            .split { !$0.isLetter && !$0.isNumber }
            .map { stem(of: String($0)) }
    }

    /// Returns the common stem of, for example, "berry" and "berries".
    ///
    /// It need not be a word.
    private static func stem(of word: String) -> String {
        var stem = Substring(word)
        func ends(_ suffix: String) -> Bool { stem.count > minimumStemLength && stem.hasSuffix(suffix) }
        if ends("s"), !ends("ss"), !ends("us"), !ends("is") { stem.removeLast() }
        if ends("e") { stem.removeLast() }
        if ends("y") { stem = stem.dropLast() + "i" }
        return String(stem)
    }
}
