/// What searches need of the words of all names, and what they remember of words as long as those stay the same.
final class SearchMemory: Sendable {
    let vocabulary: Vocabulary
    let terms = TermCache()
    /// What was found, whatever the vocabulary was then.
    let found: FoundCache
    /// Tells this vocabulary from those before it.
    let generation: Int

    init(_ vocabulary: Vocabulary, generation: Int, found: FoundCache) {
        self.vocabulary = vocabulary
        self.generation = generation
        self.found = found
    }

    /// The same with words that were read anew.
    func next(_ vocabulary: Vocabulary) -> SearchMemory {
        SearchMemory(vocabulary, generation: generation + 1, found: found)
    }
}
