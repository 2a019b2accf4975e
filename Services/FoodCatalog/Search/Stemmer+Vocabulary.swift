extension Stemmer {
    /// What ``stem(of:)`` takes off the end of an English word that another word can be made of.
    private static let addedEndings = ["e", "es"]

    /// Returns whether a word may be the stem of other words: "chees" is that of "cheese", and a word by itself.
    ///
    /// Words of other scripts always may.
    static func mayBeStem(_ word: String, _ vocabulary: Vocabulary) -> Bool {
        guard word.utf8.allSatisfy({ $0 < 0x80 }) else { return true }
        return addedEndings.contains { vocabulary.uses(of: word + $0) > 0 }
    }
}
