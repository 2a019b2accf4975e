/// The vocabulary for searches, and the caches that depend on it.
final class SearchCaches: Sendable {
    let vocabulary: Vocabulary
    let terms = TermCache()
    /// The cached results of all vocabularies.
    let results: SearchResultCache
    /// Identifies this vocabulary among its predecessors.
    let generation: Int

    init(_ vocabulary: Vocabulary, generation: Int, results: SearchResultCache) {
        self.vocabulary = vocabulary
        self.generation = generation
        self.results = results
    }

    /// Returns a successor with a reloaded vocabulary.
    func next(_ vocabulary: Vocabulary) -> SearchCaches {
        SearchCaches(vocabulary, generation: generation + 1, results: results)
    }
}
