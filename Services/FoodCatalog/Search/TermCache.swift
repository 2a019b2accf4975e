import Synchronization

/// Remembers what words of queries may mean: people type the same beginnings letter by letter, and completing and correcting are
/// the dear part of a word.
final class TermCache: Sendable {
    /// A term takes a kilobyte or two; when there are more, all are forgotten and begin anew.
    private static let termsMax = 4_000

    private let terms = Mutex<[String: SearchTerm]>([:])

    func term(_ word: String, make: () -> SearchTerm) -> SearchTerm {
        if let known = terms.withLock({ $0[word] }) { return known }
        let term = make()
        terms.withLock { terms in
            if terms.count >= Self.termsMax { terms.removeAll() }
            terms[word] = term
        }
        return term
    }

    func clear() { terms.withLock { $0.removeAll() } }
}
