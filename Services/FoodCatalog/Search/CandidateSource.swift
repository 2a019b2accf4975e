import Contracts
import Storage

/// Queries the index for ranked candidates, either among one user's private foods or among the public foods.
struct CandidateSource {
    private let reader: SQLReader
    /// Prefix of the tokens of the owner's foods; nil for public foods.
    private let tokenPrefix: String?
    private let stepsPerCheck: Int

    init(owner: UserID?, stepsPerCheck: Int, reader: SQLReader) {
        self.reader = reader
        self.stepsPerCheck = stepsPerCheck
        tokenPrefix = owner.map(OwnTokens.prefix(of:))
    }

    /// Returns foods that have every word.
    func matchingAll(_ terms: [SearchTerm]) throws -> [SearchResult] {
        var candidates = SearchCandidates(NameRanking(terms))
        try addAll(terms, FoodIndex.fullMatchesMax, to: &candidates)
        if tokenPrefix == nil, candidates.count == FoodIndex.fullMatchesMax {
            try add(wholeName(terms), FoodIndex.leadingMatchesMax, to: &candidates)
            let starts = terms.flatMap(\.startTokens).map(\.quoted).joined(separator: " OR ")
            try addAll(terms, and: starts, FoodIndex.leadingMatchesMax, to: &candidates)
        }
        return candidates.found
    }

    /// Returns foods that have all words but one; if these are few, also foods that have any word.
    func matchingSome(_ terms: [SearchTerm]) throws -> [SearchResult] {
        var candidates = SearchCandidates(NameRanking(terms))
        if terms.count > 2 {
            for index in terms.indices {
                var fewer = terms
                fewer.remove(at: index)
                try addAll(fewer, FoodIndex.partialMatchesMax / terms.count, to: &candidates)
            }
        }
        if candidates.count < FoodIndex.partialMatchesMax / 2 {
            let any = terms.map(expression).joined(separator: " OR ")
            try add(any, FoodIndex.partialMatchesMax, to: &candidates)
        }
        return candidates.found
    }

    /// Returns the expression for names with exactly the query before the first comma.
    private func wholeName(_ terms: [SearchTerm]) -> String {
        var names = [terms.map(\.stem)]
        for (index, term) in terms.enumerated() {
            for stem in term.wholeNameStems.dropFirst() {
                var name = names[0]
                name[index] = stem
                names.append(name)
            }
        }
        return names.map { IndexToken(IndexText.wholeName($0)).quoted }.joined(separator: " OR ")
    }

    /// Adds the foods with the best prominence that have all terms.
    ///
    /// - Parameters:
    ///   - terms: The terms, whether the index is queried for them or the names are checked.
    ///   - other: A further expression that the foods must match.
    ///   - limit: Maximum number of foods.
    ///   - candidates: Receives the foods.
    /// - Throws: SQLite's errors.
    private func addAll(
        _ terms: [SearchTerm],
        and other: String? = nil,
        _ limit: Int,
        to candidates: inout SearchCandidates
    ) throws {
        func expression(_ terms: [SearchTerm]) -> String {
            (terms.map(self.expression) + (other.map { ["(\($0))"] } ?? [])).joined(separator: " AND ")
        }
        let plan = IndexPlan(terms, stepsPerCheck: stepsPerCheck)
        guard tokenPrefix == nil, !plan.checked.isEmpty else {
            return try add(expression(terms), limit, to: &candidates)
        }
        let check = TermCheck(plan.checked)
        let rest = try FoodIndex.forEach(expression(plan.asked), where: check.holds, limit, reader) {
            candidates.add($0, $1, $2)
        }
        guard let rest else { return }
        try FoodIndex.forEach(expression(terms), from: rest.position, isOwn: false, rest.limit, reader) {
            candidates.add($0, $1, $2)
        }
    }

    private func expression(_ term: SearchTerm) -> String {
        tokenPrefix.map { term.expression(ownedBy: $0) } ?? term.expression
    }

    private func add(_ expression: String, _ limit: Int, to candidates: inout SearchCandidates) throws {
        try FoodIndex.forEach(expression, isOwn: tokenPrefix != nil, limit, reader) { candidates.add($0, $1, $2) }
    }
}
