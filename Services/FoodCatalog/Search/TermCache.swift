import Synchronization

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
