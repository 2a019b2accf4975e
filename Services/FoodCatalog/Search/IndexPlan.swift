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
