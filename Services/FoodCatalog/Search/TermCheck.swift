/// Tells by the words of a food whether the index would find it for terms.
///
/// The answer is that of the index: a word of a name is there as it is and as its stem (``IndexText``).
struct TermCheck {
    private struct Token {
        let bytes: [UInt8]
        let isBeginning: Bool

        func matches(_ word: some Collection<UInt8>) -> Bool {
            isBeginning ? word.starts(with: bytes) : word.elementsEqual(bytes)
        }
    }

    /// Bytes of a word that its stem begins with, in every script.
    private static let keptByStem = 2

    private let terms: [[Token]]

    init(_ terms: [SearchTerm]) {
        self.terms = terms.map { term in
            term.tokens.map { Token(bytes: Array($0.text.utf8), isBeginning: $0.isBeginning) }
        }
    }

    /// Returns whether names tell what the index has of a term; of Thai it has pairs of characters, and no words.
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
        // Stems are only worked out for words that are near.
        let near = tokens.filter { word.starts(with: $0.bytes.prefix(keptByStem)) }
        if near.isEmpty { return false }
        let stem = Array(Stemmer.stem(of: String(decoding: word, as: UTF8.self)).utf8)
        return near.contains { $0.matches(stem) }
    }
}
