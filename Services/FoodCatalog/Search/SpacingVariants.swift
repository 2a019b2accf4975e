/// Rewrites queries by joining or splitting words: "peanutbutter", "water melon".
enum SpacingVariants {
    /// Minimum number of characters of each half of a word.
    private static let partLengthMin = 3

    /// Returns queries with two neighbours joined to a word of the vocabulary, or an unknown word split into two known
    /// ones.
    static func variants(of words: [String], _ vocabulary: Vocabulary) -> [[String]] {
        joined(words, vocabulary) + split(words, vocabulary)
    }

    private static func joined(_ words: [String], _ vocabulary: Vocabulary) -> [[String]] {
        guard words.count > 1 else { return [] }
        return (1..<words.count).compactMap { index in
            let whole = words[index - 1] + words[index]
            guard isWord(whole, vocabulary) else { return nil }
            return Array(words[..<(index - 1)] + [whole] + words[(index + 1)...])
        }
    }

    private static func split(_ words: [String], _ vocabulary: Vocabulary) -> [[String]] {
        words.indices.compactMap { index in
            let word = words[index]
            guard word.count >= 2 * partLengthMin, !ThaiScript.isRun(word), !isWord(word, vocabulary),
                let parts = parts(of: word, vocabulary)
            else { return nil }
            return Array(words[..<index] + parts + words[(index + 1)...])
        }
    }

    /// Returns the split with the most common rarer half.
    private static func parts(of word: String, _ vocabulary: Vocabulary) -> [String]? {
        let characters = Array(word)
        var best: (uses: Int, parts: [String])?
        for cut in partLengthMin...(characters.count - partLengthMin) {
            let parts = [String(characters[..<cut]), String(characters[cut...])]
            let uses = parts.map { commonness($0, vocabulary) }.min() ?? 0
            if uses > best?.uses ?? 0 { best = (uses, parts) }
        }
        return best?.parts
    }

    private static func isWord(_ word: String, _ vocabulary: Vocabulary) -> Bool {
        !vocabulary.completions(of: word, limit: 1).isEmpty
    }

    private static func commonness(_ word: String, _ vocabulary: Vocabulary) -> Int {
        max(vocabulary.uses(of: word), vocabulary.uses(of: Stemmer.stem(of: word)))
    }
}
