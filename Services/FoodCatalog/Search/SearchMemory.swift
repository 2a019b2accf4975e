/// What searches need of the words of all names, and what they remember as long as those stay the same.
final class SearchMemory: Sendable {
    let vocabulary: Vocabulary
    let terms = TermCache()
    let found = FoundCache()

    init(_ vocabulary: Vocabulary) {
        self.vocabulary = vocabulary
    }
}
