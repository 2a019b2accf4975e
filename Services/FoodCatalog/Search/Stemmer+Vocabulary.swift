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
