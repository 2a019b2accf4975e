import Synchronization

/// Remembers what words of queries may mean: people type the same beginnings letter by letter, and completing and correcting are
/// the dear part of a word.
final class TermCache: Sendable {
    /// A term takes a kilobyte or two; when there are more, all are forgotten and begin anew.
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
