/// Splits the terms of a query into those for the index and those that are checked in the names that it returns.
///
/// To intersect lists, FTS5 reads each of them to its end. The list of a common word has a tenth of all foods, and that
/// of a single letter half of them. If the rarer words leave few foods, checking their names is cheaper.
package struct IndexPlan {
    /// Cost of checking one name, in list steps: 1 to 2 µs against some 7 ns (390,000 foods, SQLite 3.40).
    package static let stepsPerCheck = 200
    /// Assumes that one in so many names with a word also has a certain other word.
    ///
    /// The share is high, since words of foods co-occur.
    private static let sharePerTerm = 8

    /// The terms for the index, the rarest first.
    let asked: [SearchTerm]
    /// The terms that the names must contain in addition.
    let checked: [SearchTerm]

    /// Splits terms.
    ///
    /// - Parameters:
    ///   - terms: The terms of a query.
    ///   - stepsPerCheck: The cost of checking a name; the higher, the more terms go to the index.
    init(_ terms: [SearchTerm], stepsPerCheck: Int = IndexPlan.stepsPerCheck) {
        var asked = terms.filter { !TermCheck.isPossible($0) }
        let rest = terms.filter(TermCheck.isPossible).sorted { $0.foods < $1.foods }
        var next = rest.startIndex
        if asked.isEmpty, let rarest = rest.first {
            asked.append(rarest)
            next += 1
        }
        var left = max(1, asked.map(\.foods).min() ?? 1)
        while next < rest.endIndex, rest[next].foods / stepsPerCheck < left {
            asked.append(rest[next])
            left = max(1, left / Self.sharePerTerm)
            next += 1
        }
        self.asked = asked
        checked = Array(rest[next...])
    }
}

/// Decides by the words of a food's names whether the index would return it for given terms.
///
/// The result equals that of the index, which has each word of a name and its stem (``IndexText``).
struct TermCheck {
    /// A token of a term; its bytes stand in one array for all tokens, so that a check allocates nothing.
    private struct Token {
        let start: Int
        let count: Int
        let isPrefix: Bool
        /// The bit of the term.
        let term: UInt64

        /// Returns the number of leading bytes that a word shares with the token.
        func shared(_ word: UnsafeRawBufferPointer, _ bytes: UnsafeRawBufferPointer) -> Int {
            let end = min(count, word.count)
            var index = 0
            while index < end, word[index] == bytes[start + index] { index += 1 }
            return index
        }

        /// Returns whether a word that shares so many bytes matches.
        func isMatch(_ word: UnsafeRawBufferPointer, shared: Int) -> Bool {
            shared == count && (isPrefix || word.count == count)
        }
    }

    /// Number of leading bytes that a word and its stem share, in every script.
    private static let sharedWithStem = 2

    private let tokens: [Token]
    private let bytes: [UInt8]
    /// The bits of all terms.
    private let terms: UInt64

    /// - Parameter terms: At most as many as a query has words.
    init(_ terms: [SearchTerm]) {
        var (tokens, bytes): ([Token], [UInt8]) = ([], [])
        for (index, term) in terms.enumerated() {
            for token in term.tokens {
                let text = token.text.utf8
                tokens.append(
                    Token(start: bytes.count, count: text.count, isPrefix: token.isPrefix, term: 1 << index)
                )
                bytes.append(contentsOf: text)
            }
        }
        (self.tokens, self.bytes) = (tokens, bytes)
        self.terms = terms.indices.reduce(0) { $0 | 1 << $1 }
    }

    /// Returns whether names suffice to check a term; for Thai the index has pairs of characters instead of words.
    static func isPossible(_ term: SearchTerm) -> Bool {
        !term.isThai && !term.tokens.contains { ThaiScript.isRun($0.text) }
    }

    /// Returns whether a food with these ``NameLines`` has a word for each term.
    ///
    /// A search checks up to 2,000 foods, and most words begin with other letters than all tokens.
    func holds(_ lines: UnsafeRawBufferPointer) -> Bool {
        var missing = terms
        bytes.withUnsafeBytes { bytes in
            tokens.withUnsafeBufferPointer { tokens in
                NameLines.forEach(lines) { line in
                    if missing == 0 { return }
                    line.forEachWord { missing &= ~Self.matched($0, among: missing, tokens, bytes) }
                }
            }
        }
        return missing == 0
    }

    /// Returns the bits of the missing terms that a word or its stem matches.
    private static func matched(
        _ word: UnsafeRawBufferPointer,
        among missing: UInt64,
        _ tokens: UnsafeBufferPointer<Token>,
        _ bytes: UnsafeRawBufferPointer
    ) -> UInt64 {
        var (matched, similar) = (UInt64(0), UInt64(0))
        for token in tokens where token.term & missing != 0 {
            let shared = token.shared(word, bytes)
            if token.isMatch(word, shared: shared) {
                matched |= token.term
            } else if shared >= min(sharedWithStem, token.count) {
                similar |= token.term
            }
        }
        similar &= ~matched
        // Stems are computed only for similar words.
        guard similar != 0 else { return matched }
        var stem = Stemmer.stem(of: String(decoding: word, as: UTF8.self))
        stem.withUTF8 { stem in
            let stem = UnsafeRawBufferPointer(stem)
            for token in tokens where token.term & similar != 0 {
                if token.isMatch(stem, shared: token.shared(stem, bytes)) { matched |= token.term }
            }
        }
        return matched
    }
}
