import Contracts
import Storage

/// Searches foods by typed words: the index returns candidates in order of prominence, and their names are ranked.
///
/// Results among public foods are computed separately from those among private foods, so that they can be cached.
struct FoodSearch {
    /// Maximum number of rephrased queries.
    private static let variantsMax = 3
    private static let variantCost: Int32 = 8
    /// Cost of a name that lacks the typed amount: "2 eggs" finds eggs, and "2% milk" finds names with 2% first.
    private static let amountCost: Int32 = 60
    /// With fewer results than this, every word may be a prefix; with none, results may lack words.
    private static let fewMax = 5
    /// Number of the user's most used foods that a search prefers.
    private static let usedFoodsMax = 40

    let synonyms: Synonyms
    let caches: SearchCaches
    /// Whether foods must have every word as typed; otherwise a search with few results completes all words, and one
    /// without results looks for foods that lack words.
    var isStrict = false
    /// See ``IndexPlan``.
    var stepsPerCheck = IndexPlan.stepsPerCheck

    /// Returns the foods, the best first.
    ///
    /// - Parameters:
    ///   - query: The typed words.
    ///   - user: The searching user; their own foods are included.
    ///   - count: The number of requested results; if more exist, at least so many are returned.
    ///   - reader: The database.
    /// - Returns: At most ``FoodIndex/candidatesMax`` foods.
    /// - Throws: SQLite's errors.
    func run(
        _ query: SearchQuery,
        for user: UserID?,
        atLeast count: Int = .max,
        _ reader: SQLReader
    ) throws -> [SearchResult] {
        let publicResults = try publicResults(query, atLeast: count, reader)
        guard let user else { return publicResults }
        let hasFoods = try FoodTable.isOwner(user, reader)
        let used = try FoodUse.of(user, reader, limit: Self.usedFoodsMax)
        guard hasFoods || !used.isEmpty else { return publicResults }
        let own = hasFoods ? try search(query, ownedBy: user, reader) : []
        var found = SearchResult.merged(publicResults, own)
        // Foods that the user logs often are included even if their rank is too low for the candidates.
        let (uses, further) = try matches(query, among: used, of: user, besides: Set(found.map(\.number)), reader)
        found += further
        for index in found.indices { found[index].cost -= SearchCandidates.gain(uses[found[index].number] ?? 0) }
        return Array(SearchResult.ordered(found).prefix(FoodIndex.candidatesMax))
    }

    /// Returns the results among public foods.
    private func publicResults(_ query: SearchQuery, atLeast count: Int, _ reader: SQLReader) throws -> [SearchResult] {
        let index = SearchResultCache.IndexState(
            revision: try CatalogState.revision(reader),
            vocabulary: caches.generation
        )
        // No query has an empty word.
        let key = isStrict ? query.words + [""] : query.words
        if let known = caches.results.entry(of: key, in: index), known.isWhole || known.foods.count >= count {
            return known.foods
        }
        let found = SearchResult.ordered(try search(query, ownedBy: nil, reader))
        let answered = Array(found.prefix(FoodIndex.candidatesMax))
        caches.results.store(answered, of: key, in: index)
        return answered
    }

    /// Searches by the words and by rephrased queries, among one user's private foods or among public foods.
    private func search(_ query: SearchQuery, ownedBy owner: UserID?, _ reader: SQLReader) throws -> [SearchResult] {
        let source = CandidateSource(owner: owner, stepsPerCheck: stepsPerCheck, reader: reader)
        let terms = terms(query)
        var found = try source.matchingAll(terms)
        let variants = synonyms.variants(of: query.words) + SpacingVariants.variants(of: query.words, caches.vocabulary)
        for words in variants.prefix(Self.variantsMax) {
            let variant = try source.matchingAll(self.terms(SearchQuery(words: words)))
            found = SearchResult.merged(found, variant, extraCost: Self.variantCost)
        }
        guard query.words.count > 1 else { return found }
        if let rest = AmountWords.removed(from: query.words) {
            let foods = try source.matchingAll(self.terms(SearchQuery(words: rest)))
            found = SearchResult.merged(found, foods, extraCost: Self.amountCost)
        }
        if isStrict { return found }
        let halfTyped = self.terms(query, allHalfTyped: true)
        if found.count < Self.fewMax, terms.contains(where: \.isNarrowed) {
            found = SearchResult.merged(found, try source.matchingAll(halfTyped))
        }
        return found.isEmpty ? try source.matchingSome(halfTyped) : found
    }

    /// Returns the user's use counts by row, and the used foods that have the words.
    private func matches(
        _ query: SearchQuery,
        among used: [(foodID: FoodID, uses: Int)],
        of user: UserID,
        besides known: Set<Int64>,
        _ reader: SQLReader
    ) throws -> (uses: [Int64: Int], foods: [SearchResult]) {
        var uses: [Int64: Int] = [:]
        var candidates = SearchCandidates(NameRanking(terms(query)))
        try FoodIndex.forEach(used.map(\.foodID), for: user, reader) { index, position, lines, length in
            let number = FoodRank.number(atPosition: position)
            uses[number] = used[index].uses
            if !known.contains(number) { candidates.addIfMatching(position, lines, length) }
        }
        return (uses, candidates.found)
    }

    /// Returns the terms of a query.
    ///
    /// - Parameters:
    ///   - query: The words.
    ///   - allHalfTyped: Whether every word may be a prefix, rather than only the last.
    /// - Returns: A term for each word.
    private func terms(_ query: SearchQuery, allHalfTyped: Bool = false) -> [SearchTerm] {
        query.words.indices.map { index in
            let (word, isWhole) = (query.words[index], !allHalfTyped && index < query.words.count - 1)
            return caches.terms.term(word, isWhole: isWhole) {
                SearchTerm(word, isWhole: isWhole, caches, synonyms)
            }
        }
    }
}
