import Contracts
import Synchronization

/// Caches search results among public foods, since many users type the same prefixes letter by letter.
///
/// Results belong to one revision of the index, which a search reads in the same snapshot of the database as all else.
/// Results from before a user changed a food are never returned after the change. Only imported pages, of which there
/// are several a second, may take ``importDelay`` to appear, and only if a whole page was found before. Otherwise an
/// import would slow all searches down. Use counts affect the order after ``maximumAge`` at the latest.
package final class SearchResultCache: Sendable {
    /// Maximum number of foods per cached result: two default pages and one food more.
    ///
    /// Later pages are rarely requested and are searched again; this doubles the number of cached queries.
    package static let cachedFoodsMax = 2 * CatalogSearch.limitDefault + 1
    /// Maximum number of cached foods of 16 bytes each, in two generations: at most 10 MB, so that a process with
    /// millions of foods stays below 150 MB.
    package static let foodsMax = 300_000
    /// Fixed cost of a cached result, in units of one food: its words and its dictionary slot take some hundred bytes.
    ///
    /// Without it, queries without results would fill the memory.
    package static let entryCost = 25
    /// About as long as users read a page before they type on.
    private static let importDelay = Duration.seconds(10)
    /// Maximum age of a result, so that its order follows the ranks of foods.
    ///
    /// Ranks change with every doubling of a food's users, far more often than results should be recomputed. One search
    /// in ten minutes for each cached query is negligible.
    package static let maximumAge = Duration.seconds(600)

    /// The cached result of a query.
    package struct Entry: Sendable {
        package let foods: [SearchResult]
        /// Whether the result is complete.
        package let isWhole: Bool
        fileprivate let state: IndexState
        fileprivate let at: ContinuousClock.Instant

        fileprivate func isValid(in other: IndexState, at now: ContinuousClock.Instant) -> Bool {
            let age = at.duration(to: now)
            guard age < SearchResultCache.maximumAge else { return false }
            if state == other { return true }
            // A short result, or one that lacks words, is recomputed, since the import may add to it.
            let page = CatalogSearch.limitDefault
            guard foods.count >= page, foods[page - 1].cost < NameRanking.missingWordCost else { return false }
            return state.revision.userChanges == other.revision.userChanges && age < SearchResultCache.importDelay
        }
    }

    /// The state that a result depends on besides the query: the foods and the vocabulary.
    package struct IndexState: Sendable, Equatable {
        package let revision: IndexRevision
        package let vocabulary: Int

        package init(revision: IndexRevision, vocabulary: Int) {
            self.revision = revision
            self.vocabulary = vocabulary
        }
    }

    /// Two generations of results: the older one is dropped when the newer one is full; a used entry moves to the
    /// newer.
    private struct State {
        var newer: [[String]: Entry] = [:]
        var older: [[String]: Entry] = [:]
        var newerFoods = 0

        /// The size of both generations in units of one food, recounted.
        var size: Int {
            [newer, older].reduce(0) { sum, entries in
                entries.values.reduce(sum) { $0 + $1.foods.count + SearchResultCache.entryCost }
            }
        }

        mutating func insert(_ entry: Entry, _ words: [String]) {
            let foods = entry.foods.count + SearchResultCache.entryCost
            if newerFoods + foods > SearchResultCache.foodsMax {
                (older, newer, newerFoods) = (newer, [:], 0)
            }
            newerFoods += foods
            if let replaced = newer.updateValue(entry, forKey: words) {
                newerFoods -= replaced.foods.count + SearchResultCache.entryCost
            }
        }
    }

    private let state = Mutex(State())

    package init() {}

    /// The size of all cached results in units of one food; for tests, since it visits every entry.
    package var size: Int { state.withLock { $0.size } }

    /// Returns the cached result of a query, if it is still valid.
    package func entry(
        of words: [String],
        in index: IndexState,
        at now: ContinuousClock.Instant = .now
    ) -> Entry? {
        state.withLock { state in
            if let entry = state.newer[words] { return entry.isValid(in: index, at: now) ? entry : nil }
            guard let entry = state.older.removeValue(forKey: words), entry.isValid(in: index, at: now) else {
                return nil
            }
            state.insert(entry, words)
            return entry
        }
    }

    /// Caches the result of a query.
    package func store(
        _ foods: [SearchResult],
        of words: [String],
        in index: IndexState,
        at now: ContinuousClock.Instant = .now
    ) {
        let entry = Entry(
            foods: Array(foods.prefix(Self.cachedFoodsMax)),
            isWhole: foods.count <= Self.cachedFoodsMax,
            state: index,
            at: now
        )
        state.withLock { $0.insert(entry, words) }
    }
}
