/// Computes how far names are from exactly matching a query; plain names have the lowest cost.
struct NameRanking {
    /// Cost of a word of the query that the name lacks; such names appear only if no name has all words.
    static let missingWordCost = 1_000
    /// Cost if all words of the query are mere prefixes: "egg" finds eggs first and then eggplants.
    private static let prefixCost = 150
    /// Cost of a name that begins with another word.
    private static let otherStartCost = 60
    /// Cost of a leading part with further words: "Banana chips".
    private static let widerLeadCost = 40
    /// Cost of a match inside a run of Thai, where a word may begin or not.
    private static let insideRunCost = 60
    /// Maximum length of a word's ending beyond its stem, in bytes.
    private static let endingBytesMax = 8

    private let terms: [SearchTerm]

    init(_ terms: [SearchTerm]) {
        self.terms = terms
    }

    /// Returns the least cost of a food's names, less the detail of its first name, which ``FoodRank`` includes.
    func cost(ofLines lines: UnsafeRawBufferPointer) -> Int {
        var best = Int.max
        var firstDetail: Int?
        var words: [Range<Int>] = []
        NameLines.forEach(lines) { line in
            let first = firstDetail ?? line.detail
            firstDetail = first
            best = min(best, cost(of: line, first, &words))
        }
        return best == .max ? Self.missingWordCost * terms.count : best
    }

    private func cost(of line: NameLines.Line, _ firstDetail: Int, _ words: inout [Range<Int>]) -> Int {
        Self.split(line.text, into: &words)
        var matched: UInt64 = 0
        var (cost, prefixMatches, asked) = (0, 0, 0)
        for term in terms {
            let match = match(term, line, words)
            guard let best = match.cost else {
                cost += Self.missingWordCost
                continue
            }
            cost += best
            if match.isPrefix { prefixMatches += 1 }
            // A group before the leading words has no cost, so matching it earns no reduction.
            for index in words.indices.prefix(UInt64.bitWidth) where match.words & 1 << index != 0 {
                guard matched & 1 << index == 0, index >= line.leadStart, index < line.nameWords else { continue }
                asked += SearchableName.cost(ofWord: String(decoding: line.text[words[index]], as: UTF8.self))
            }
            matched |= match.words
        }
        cost += Self.prefixCost * prefixMatches / max(1, terms.count)
        if matched & 1 == 0, matched & 1 << min(line.leadStart, 63) == 0 { cost += Self.otherStartCost }
        if (line.leadStart..<line.leadEnd).contains(where: { $0 < 64 && matched & 1 << $0 == 0 }) {
            cost += Self.widerLeadCost
        }
        return cost + max(0, line.detail - asked) - firstDetail
    }

    /// Returns the words of a line that match a term, as a bit set, and the least cost.
    private func match(
        _ term: SearchTerm,
        _ line: NameLines.Line,
        _ words: [Range<Int>]
    ) -> (cost: Int?, isPrefix: Bool, words: UInt64) {
        var (cost, isPrefix, matched) = (Int?.none, false, UInt64(0))
        for index in words.indices.prefix(UInt64.bitWidth) {
            let word = UnsafeRawBufferPointer(rebasing: line.text[words[index]])
            guard let found = Self.match(term, word) else { continue }
            matched |= 1 << index
            let isBetter =
                cost.map { (found.cost, found.isPrefix ? 1 : 0) < ($0, isPrefix ? 1 : 0) } ?? true
            if isBetter || isPrefix && !found.isPrefix && found.cost < Self.prefixCost {
                (cost, isPrefix) = (found.cost, found.isPrefix)
            }
        }
        return (cost, isPrefix, matched)
    }

    private static func match(_ term: SearchTerm, _ word: UnsafeRawBufferPointer) -> (cost: Int, isPrefix: Bool)? {
        if isSame(word, term.typed, term.stem) { return (0, false) }
        if term.isThai, let offset = offset(of: term.typed, in: word) {
            return offset == 0 ? (0, true) : (insideRunCost, true)
        }
        if word.starts(with: term.typed) { return (0, true) }
        for form in term.otherForms where isSame(word, form.bytes, form.stem) { return (form.cost, false) }
        guard term.isThai else { return nil }
        for form in term.otherForms {
            guard let offset = offset(of: form.bytes, in: word) else { continue }
            return (form.cost + (offset == 0 ? 0 : insideRunCost), true)
        }
        return nil
    }

    private static func isSame(_ word: UnsafeRawBufferPointer, _ typed: [UInt8], _ stem: String) -> Bool {
        guard word.first == typed.first else { return false }
        if word.elementsEqual(typed) { return true }
        // Stems are computed only for similar words.
        guard abs(word.count - typed.count) <= endingBytesMax, typed.count > 2, word.count > 2,
            word[1] == typed[1], word[2] == typed[2]
        else { return false }
        return Stemmer.stem(of: String(decoding: word, as: UTF8.self)) == stem
    }

    private static func offset(of typed: [UInt8], in word: UnsafeRawBufferPointer) -> Int? {
        guard word.count >= typed.count else { return nil }
        return (0...word.count - typed.count).first { word[$0..<$0 + typed.count].elementsEqual(typed) }
    }

    private static func split(_ text: UnsafeRawBufferPointer, into words: inout [Range<Int>]) {
        words.removeAll(keepingCapacity: true)
        var start = 0
        for index in text.indices where text[index] == UInt8(ascii: " ") {
            words.append(start..<index)
            start = index + 1
        }
        words.append(start..<text.count)
    }
}
