/// What somebody typed, as words to look for.
package struct SearchQuery: Sendable {
    /// One word of a query.
    package struct Word: Sendable, Hashable {
        /// As typed: the beginning of a word of the name.
        package let prefix: String
        /// Equal to a whole word of the name but for singular and plural.
        package let stem: String
    }

    /// More words than a name has; the rest of a longer query only costs time.
    private static let wordsMax = 10

    /// Each word once, in the order typed.
    package let words: [Word]

    /// Reads what was typed; text without a letter or digit has no words.
    package init(_ text: String) {
        var seen: Set<String> = []
        words = WordNormaliser.words(of: text)
            .filter { seen.insert($0).inserted }
            .prefix(Self.wordsMax)
            .map { Word(prefix: $0, stem: WordNormaliser.stem(of: $0)) }
    }
}
