/// Decides by the words of a food's names whether the index would return it for given terms.
///
/// The result equals that of the index, which has each word of a name and its stem (``IndexText``).
struct TermCheck {
    private struct Token {
        let bytes: [UInt8]
        let isPrefix: Bool

        func matches(_ word: some Collection<UInt8>) -> Bool {
            isPrefix ? word.starts(with: bytes) : word.elementsEqual(bytes)
        }
    }

    /// Number of leading bytes that a word and its stem share, in every script.
    private static let sharedWithStem = 2

    private let terms: [[Token]]

    init(_ terms: [SearchTerm]) {
        self.terms = terms.map { term in
            term.tokens.map { Token(bytes: Array($0.text.utf8), isPrefix: $0.isPrefix) }
        }
    }

    /// Returns whether names suffice to check a term; for Thai the index has pairs of characters instead of words.
    static func isPossible(_ term: SearchTerm) -> Bool {
        !term.isThai && !term.tokens.contains { ThaiScript.isRun($0.text) }
    }

    /// Returns whether a food with these ``NameLines`` has a word for each term.
    func holds(_ lines: UnsafeRawBufferPointer) -> Bool {
        var missing = terms
        NameLines.forEach(lines) { line in
            if missing.isEmpty { return }
            line.forEachWord { word in missing.removeAll { Self.isMatch(word, $0) } }
        }
        return missing.isEmpty
    }

    private static func isMatch(_ word: UnsafeRawBufferPointer, _ tokens: [Token]) -> Bool {
        if tokens.contains(where: { $0.matches(word) }) { return true }
        // Stems are computed only for similar words.
        let near = tokens.filter { word.starts(with: $0.bytes.prefix(sharedWithStem)) }
        if near.isEmpty { return false }
        let stem = Array(Stemmer.stem(of: String(decoding: word, as: UTF8.self)).utf8)
        return near.contains { $0.matches(stem) }
    }
}
