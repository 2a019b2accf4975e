/// Orders candidates so that plain, generic foods come first: "banana" gives raw bananas before banana chips.
package enum SearchRanking {
    /// A query's word that the name has not at all; only where no name has them all.
    private static let missingWordCost = 1_000
    /// All words of the query being mere beginnings: "egg" means eggs and then eggplants.
    private static let prefixCost = 150
    /// A name that begins with something else than was asked for.
    private static let otherStartCost = 60
    /// A part before the comma that says more than was asked for: "Banana chips".
    private static let widerLeadCost = 40

    /// A food that the index found, with what its place depends on.
    package struct Candidate: Sendable {
        /// The food's row.
        package let number: Int64
        /// The text of the food's id.
        package let id: String
        /// Words joined by spaces, as in the index.
        package let words: String
        /// Stems joined by spaces, as in the index.
        package let stems: String
        /// The words that say what the food is.
        package let lead: Range<Int>
        package let detail: Int
        package let length: Int

        package init(
            number: Int64,
            id: String,
            words: String,
            stems: String,
            lead: Range<Int>,
            detail: Int,
            length: Int
        ) {
            self.number = number
            self.id = id
            self.words = words
            self.stems = stems
            self.lead = lead
            self.detail = detail
            self.length = length
        }
    }

    /// The candidates, the best first.
    ///
    /// Equal ones are ordered by length and then by id, so the order never changes.
    package static func sort(_ candidates: [Candidate], by query: SearchQuery) -> [Candidate] {
        candidates
            .map { (candidate: $0, cost: cost(of: $0, query)) }
            .sorted {
                ($0.cost, $0.candidate.length, $0.candidate.id) < ($1.cost, $1.candidate.length, $1.candidate.id)
            }
            .map(\.candidate)
    }

    /// How far a name is from being exactly what was asked for.
    static func cost(of candidate: Candidate, _ query: SearchQuery) -> Int {
        let words = candidate.words.split(separator: " ")
        let stems = candidate.stems.split(separator: " ")
        var (missing, prefixes, asked) = (0, 0, 0)
        var isMatched = [Bool](repeating: false, count: words.count)
        for word in query.words {
            var (isExact, isPrefix) = (false, false)
            for index in words.indices {
                let isSame = stems[index] == word.stem
                guard isSame || words[index].hasPrefix(word.prefix) else { continue }
                if isSame { isExact = true } else { isPrefix = true }
                // A group before the lead costs nothing, so asking for it gives nothing back.
                if !isMatched[index], index >= candidate.lead.lowerBound {
                    asked += SearchableName.cost(ofWord: String(words[index]))
                }
                isMatched[index] = true
            }
            if !isExact { if isPrefix { prefixes += 1 } else { missing += 1 } }
        }
        var cost = missingWordCost * missing + prefixCost * prefixes / max(1, query.words.count)
        let lead = candidate.lead.clamped(to: isMatched.indices)
        let isAtStart = isMatched.first == true || isMatched[lead].first == true
        if !isAtStart { cost += otherStartCost }
        if isMatched[lead].contains(false) { cost += widerLeadCost }
        return cost + max(0, candidate.detail - asked)
    }
}
