/// What somebody typed, as words to look for.
package struct SearchQuery: Sendable, Equatable {
    /// More words than a name has; the rest of a longer query only costs time.
    private static let wordsMax = 10

    /// Each word once, in the order typed.
    package let words: [String]

    /// Reads what was typed; text without a letter or digit has no words.
    package init(_ text: String) {
        self.init(words: WordNormaliser.words(of: text))
    }

    init(words: [String]) {
        var seen: Set<String> = []
        self.words = Array(words.filter { seen.insert($0).inserted }.prefix(Self.wordsMax))
    }
}
