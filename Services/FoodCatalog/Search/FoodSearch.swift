import Contracts
import Storage

/// Finds foods by what somebody typed: the index hands out candidates, the plainest first, and their names are ranked.
///
/// What everybody finds is worked out apart from what is somebody's own, so that it can be remembered.
struct FoodSearch {
    /// Other ways to say a phrase that are tried.
    private static let variantsMax = 3
    private static let variantCost: Int32 = 8
    /// A number is passed over where nothing near has it: "2 eggs", and not "2% milk".
    private static let amountCost: Int32 = 60
    /// Where so few foods have all words, each word may be the beginning of a longer one; where none has, some words will do.
    private static let fewMax = 5
    /// Of the foods that a user logs, those that a search prefers: what is eaten again and again.
    private static let usedFoodsMax = 40

    let synonyms: Synonyms
    let memory: SearchMemory
    /// See ``IndexPlan``.
    var stepsPerLook = IndexPlan.stepsPerLook

    /// The foods, the best first.
    ///
    /// - Parameters:
    ///   - query: What was typed.
    ///   - user: Who asks: their own foods are among the answers.
    ///   - count: How many are wanted; where there are more, at least so many are answered.
    ///   - reader: The database.
    /// - Returns: At most ``FoodIndex/candidatesMax``.
    /// - Throws: What SQLite throws.
    func run(
        _ query: SearchQuery,
        for user: UserID?,
        atLeast count: Int = .max,
        _ reader: SQLReader
    ) throws -> [FoundFood] {
        let everybodys = try everybodys(query, atLeast: count, reader)
        guard let user else { return everybodys }
        let hasFoods = try FoodTable.isOwner(user, reader)
        let used = try FoodUse.of(user, reader, limit: Self.usedFoodsMax)
        guard hasFoods || !used.isEmpty else { return everybodys }
        let own = hasFoods ? try search(query, ownedBy: user, reader) : []
        var found = FoundFood.merged(everybodys, own)
        // What somebody logs often is among the answers, however particular it is.
        let (uses, further) = try matches(query, among: used, of: user, besides: Set(found.map(\.number)), reader)
        found += further
        for index in found.indices { found[index].cost -= SearchCandidates.gain(uses[found[index].number] ?? 0) }
        return Array(FoundFood.ordered(found).prefix(FoodIndex.candidatesMax))
    }

    /// What everybody finds.
    private func everybodys(_ query: SearchQuery, atLeast count: Int, _ reader: SQLReader) throws -> [FoundFood] {
        let index = FoundCache.IndexState(
            revision: try CatalogueState.revision(reader),
            vocabulary: memory.generation
        )
        if let known = memory.found.entry(of: query.words, in: index), known.isWhole || known.foods.count >= count {
            return known.foods
        }
        let found = FoundFood.ordered(try search(query, ownedBy: nil, reader))
        let answered = Array(found.prefix(FoodIndex.candidatesMax))
        memory.found.note(answered, of: query.words, in: index)
        return answered
    }

    /// Foods by the words and by other ways to say them: somebody's own, or those that everybody may find.
    private func search(_ query: SearchQuery, ownedBy owner: UserID?, _ reader: SQLReader) throws -> [FoundFood] {
        let source = CandidateSource(owner: owner, stepsPerLook: stepsPerLook, reader: reader)
        let terms = terms(query)
        var found = try source.withAll(terms)
        let variants = synonyms.variants(of: query.words) + SpacingVariants.variants(of: query.words, memory.vocabulary)
        for words in variants.prefix(Self.variantsMax) {
            let variant = try source.withAll(self.terms(SearchQuery(words: words)))
            found = FoundFood.merged(found, variant, extraCost: Self.variantCost)
        }
        guard query.words.count > 1 else { return found }
        if let rest = AmountWords.removed(from: query.words) {
            let foods = try source.withAll(self.terms(SearchQuery(words: rest)))
            found = FoundFood.merged(found, foods, extraCost: Self.amountCost)
        }
        let halfTyped = self.terms(query, allHalfTyped: true)
        if found.count < Self.fewMax, terms.contains(where: \.isNarrowed) {
            found = FoundFood.merged(found, try source.withAll(halfTyped))
        }
        return found.isEmpty ? try source.withSome(halfTyped) : found
    }

    /// Returns how often a user has logged foods, by row, and those of the foods that have the words.
    private func matches(
        _ query: SearchQuery,
        among used: [(foodID: FoodID, uses: Int)],
        of user: UserID,
        besides known: Set<Int64>,
        _ reader: SQLReader
    ) throws -> (uses: [Int64: Int], foods: [FoundFood]) {
        var uses: [Int64: Int] = [:]
        var candidates = SearchCandidates(NameRanking(terms(query)))
        try FoodIndex.forEach(used.map(\.foodID), for: user, reader) { index, place, lines, length in
            let number = FoodRank.number(ofPlace: place)
            uses[number] = used[index].uses
            if !known.contains(number) { candidates.addIfItHasTheWords(place, lines, length) }
        }
        return (uses, candidates.found)
    }

    /// What the words may mean.
    ///
    /// - Parameters:
    ///   - query: The words.
    ///   - allHalfTyped: Whether each may be the beginning of a longer one, and not only the last.
    /// - Returns: A term for each word.
    private func terms(_ query: SearchQuery, allHalfTyped: Bool = false) -> [SearchTerm] {
        query.words.indices.map { index in
            let (word, isWhole) = (query.words[index], !allHalfTyped && index < query.words.count - 1)
            return memory.terms.term(word, isWhole: isWhole) {
                SearchTerm(word, isWhole: isWhole, memory.vocabulary, synonyms)
            }
        }
    }
}
