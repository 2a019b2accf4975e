import Contracts
package import Storage
import Synchronization

/// Keeps the vocabulary in memory, and reads it anew some time after words have changed.
///
/// Only completing and correcting wait for it: a new food is found by its whole words, and by beginnings of up to four
/// characters, at once.
package final class VocabularyKeeper: Sendable {
    /// Reading takes a share of a processor of one in so many while words change all the time, as in an import.
    private static let restShare = 20.0
    /// Changes that come together are read together.
    private static let restMin = Duration.seconds(1)

    private struct State {
        var memory = SearchMemory(.empty, generation: 0, found: FoundCache())
        var isStale = false
        var isReading = false
        var nextReading: ContinuousClock.Instant?
        /// Of the index, whose words were read last; nil before the first reading.
        var revision: IndexRevision?
    }

    private let store: Store
    private let state = Mutex(State())

    package init(store: Store) {
        self.store = store
    }

    /// The words as they were read last, and what searches remember since.
    var current: SearchMemory { state.withLock { $0.memory } }

    /// Reads the words, unless the index is as it was when they were read last.
    ///
    /// Private foods change neither the words nor the revision; so no search forgets its answer for them.
    package func load() async throws {
        let start = ContinuousClock.now
        let known = state.withLock { $0.revision }
        let (revision, vocabulary) = try await store.readAtLength { reader in
            let revision = try CatalogueState.revision(reader)
            return (revision, revision == known ? nil : try WordTable.vocabulary(reader))
        }
        let took = start.duration(to: .now)
        state.withLock { state in
            if let vocabulary {
                state.memory = state.memory.next(vocabulary)
                state.revision = revision
            }
            state.nextReading = .now + max(Self.restMin, took * Self.restShare)
        }
    }

    /// Notes that words have changed.
    func wordsHaveChanged() { state.withLock { $0.isStale = true } }

    /// Reads the words anew if they have changed and it is time; called with each search, which does not wait.
    func refreshIfDue() {
        let isDue = state.withLock { state in
            guard state.isStale, !state.isReading, state.nextReading.map({ $0 <= .now }) ?? true else { return false }
            state.isStale = false
            state.isReading = true
            return true
        }
        guard isDue else { return }
        Task {
            // What could not be read now is read with a later search.
            do { try await load() } catch { wordsHaveChanged() }
            state.withLock { $0.isReading = false }
        }
    }
}
