/// A typed query, split into words.
package struct SearchQuery: Sendable, Equatable {
    /// Maximum number of words, above that of names; further words of a long query would only cost time.
    private static let wordsMax = 10

    /// The distinct words in the order typed.
    package let words: [String]

    /// Parses a typed text; text without a letter or digit has no words.
    package init(_ text: String) {
        self.init(words: WordNormaliser.words(of: text))
    }

    init(words: [String]) {
        var seen: Set<String> = []
        self.words = Array(words.filter { seen.insert($0).inserted }.prefix(Self.wordsMax))
    }
}
