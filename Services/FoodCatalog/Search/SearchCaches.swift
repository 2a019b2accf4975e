import Synchronization

/// The vocabulary for searches, and the caches that depend on it.
final class SearchCaches: Sendable {
    let vocabulary: Vocabulary
    /// The words of so many foods that they can correct a known word: a few hundredths of a large vocabulary.
    let commonWords: Vocabulary
    let terms = TermCache()
    /// The cached results of all vocabularies.
    let results: SearchResultCache
    /// Identifies this vocabulary among its predecessors.
    let generation: Int

    init(_ vocabulary: Vocabulary, generation: Int, results: SearchResultCache) {
        self.vocabulary = vocabulary
        commonWords = vocabulary.words(ofMoreFoodsThan: SearchTerm.correctionUsesRatio)
        self.generation = generation
        self.results = results
    }

    /// Returns a successor with a reloaded vocabulary.
    func next(_ vocabulary: Vocabulary) -> SearchCaches {
        SearchCaches(vocabulary, generation: generation + 1, results: results)
    }
}

/// Caches the terms of query words.
///
/// Many users type the same prefixes letter by letter, and completion and correction are expensive.
final class TermCache: Sendable {
    /// Maximum number of terms of 1 to 2 KB each; when it is reached, the cache is cleared.
    private static let termsMax = 4_000

    private struct Key: Hashable {
        let word: String
        let isWhole: Bool
    }

    private let terms = Mutex<[Key: SearchTerm]>([:])

    func term(_ word: String, isWhole: Bool, make: () -> SearchTerm) -> SearchTerm {
        let key = Key(word: word, isWhole: isWhole)
        if let known = terms.withLock({ $0[key] }) { return known }
        let term = make()
        terms.withLock { terms in
            if terms.count >= Self.termsMax { terms.removeAll() }
            terms[key] = term
        }
        return term
    }
}
