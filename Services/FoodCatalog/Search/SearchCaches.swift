/// The vocabulary for searches, and the caches that depend on it.
final class SearchCaches: Sendable {
    let vocabulary: Vocabulary
    let terms = TermCache()
    /// The cached results of all vocabularies.
    let found: FoundCache
    /// Identifies this vocabulary among its predecessors.
    let generation: Int

    init(_ vocabulary: Vocabulary, generation: Int, found: FoundCache) {
        self.vocabulary = vocabulary
        self.generation = generation
        self.found = found
    }

    /// Returns a successor with a reloaded vocabulary.
    func next(_ vocabulary: Vocabulary) -> SearchCaches {
        SearchCaches(vocabulary, generation: generation + 1, found: found)
    }
}
