package import Storage
import Synchronization

/// Holds the vocabulary in memory and reloads it some time after words have changed.
///
/// The delay affects only completion and correction: the index finds a new food at once by whole words and by prefixes
/// of up to four characters.
package final class VocabularyCache: Sendable {
    /// Minimum pause as a multiple of a load's duration, which limits the processor time of loads during an import.
    private static let pauseFactor = 20.0
    /// Minimum pause between loads, so that adjacent changes are loaded together.
    private static let minimumPause = Duration.seconds(1)

    private struct State {
        var caches = SearchCaches(.empty, generation: 0, results: SearchResultCache())
        var isStale = false
        var isLoading = false
        var nextLoad: ContinuousClock.Instant?
        /// The index revision of the last load; nil before the first one.
        var revision: IndexRevision?
    }

    private let store: Store
    private let state = Mutex(State())

    package init(store: Store) {
        self.store = store
    }

    /// The loaded vocabulary with its caches.
    var current: SearchCaches { state.withLock { $0.caches } }

    /// Loads the words, unless the index has not changed since the last load.
    ///
    /// Private foods change neither the words nor the revision, so they do not invalidate cached results.
    package func load() async throws {
        let start = ContinuousClock.now
        let known = state.withLock { $0.revision }
        let (revision, vocabulary) = try await store.readAtLength { reader in
            let revision = try CatalogState.revision(reader)
            return (revision, revision == known ? nil : try WordTable.vocabulary(reader))
        }
        let took = start.duration(to: .now)
        state.withLock { state in
            if let vocabulary {
                state.caches = state.caches.next(vocabulary)
                state.revision = revision
            }
            state.nextLoad = .now + max(Self.minimumPause, took * Self.pauseFactor)
        }
    }

    /// Marks the vocabulary as stale.
    func invalidate() { state.withLock { $0.isStale = true } }

    /// Starts a reload if words have changed and the pause is over; each search calls it without waiting for the
    /// reload.
    func refreshIfDue() {
        let isDue = state.withLock { state in
            guard state.isStale, !state.isLoading, state.nextLoad.map({ $0 <= .now }) ?? true else { return false }
            state.isStale = false
            state.isLoading = true
            return true
        }
        guard isDue else { return }
        Task {
            // After a failed load, a later search retries.
            do { try await load() } catch { invalidate() }
            state.withLock { $0.isLoading = false }
        }
    }
}
