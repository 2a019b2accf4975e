import Contracts
import Synchronization

/// Remembers what everybody finds: people type the same beginnings letter by letter, each of which is a search.
///
/// Answers are those of one revision of the index, which a search reads in the same view of the database as all else: what was
/// found before somebody changed a food is never shown after it. Only pages of sources, of which an import writes several a
/// second, may take ``importLag`` to show, and only where a whole page was found before; otherwise an import would make
/// everybody's searches slow for as long as it runs. How often foods are logged changes their order after ``rankLag``.
package final class FoundCache: Sendable {
    /// Foods that are kept of an answer: two pages as they are asked for by default, and whether there is a third.
    ///
    /// Who turns more pages waits for a search of their own; hardly anybody does, and so twice as many texts are remembered.
    package static let keptMax = 2 * CatalogSearch.limitDefault + 1
    /// Of 16 bytes each, in two generations: at most 10 MB, so that a process with millions of foods stays below 150 MB.
    package static let foodsMax = 300_000
    /// What an answer takes besides its foods, told in foods: its words and its place have some hundred bytes.
    ///
    /// Otherwise texts that find nothing would fill the memory.
    package static let entryFoods = 25
    /// A page is read for about as long before somebody types on.
    private static let importLag = Duration.seconds(10)
    /// How long an answer is used at most, so that its order follows the ranks of foods.
    ///
    /// Ranks change with every doubling of a food's users, which is far more often than answers should be worked out
    /// anew. One search in ten minutes for each remembered text costs next to nothing.
    package static let rankLag = Duration.seconds(600)

    /// What a query finds.
    package struct Entry: Sendable {
        package let foods: [FoundFood]
        /// Whether that is all.
        package let isWhole: Bool
        fileprivate let state: IndexState
        fileprivate let at: ContinuousClock.Instant

        fileprivate func isGood(in other: IndexState, at now: ContinuousClock.Instant) -> Bool {
            let age = at.duration(to: now)
            guard age < FoundCache.rankLag else { return false }
            if state == other { return true }
            // Who finds little, or nothing that has all words, waits for what the import brings.
            let page = CatalogSearch.limitDefault
            guard foods.count >= page, foods[page - 1].cost < NameRanking.missingWordCost else { return false }
            return state.revision.ofPeople == other.revision.ofPeople && age < FoundCache.importLag
        }
    }

    /// What an answer depends on besides the query: the foods, and the words by which it is completed and corrected.
    package struct IndexState: Sendable, Equatable {
        package let revision: IndexRevision
        package let vocabulary: Int

        package init(revision: IndexRevision, vocabulary: Int) {
            self.revision = revision
            self.vocabulary = vocabulary
        }
    }

    /// The newer answers, and those before them, which go when there are too many; what is asked for again becomes new again.
    private struct State {
        var newer: [[String]: Entry] = [:]
        var older: [[String]: Entry] = [:]
        var newerFoods = 0

        /// What both take, counted anew, in foods.
        var heldFoods: Int {
            [newer, older].reduce(0) { sum, entries in
                entries.values.reduce(sum) { $0 + $1.foods.count + FoundCache.entryFoods }
            }
        }

        mutating func keep(_ entry: Entry, _ words: [String]) {
            let foods = entry.foods.count + FoundCache.entryFoods
            if newerFoods + foods > FoundCache.foodsMax {
                (older, newer, newerFoods) = (newer, [:], 0)
            }
            newerFoods += foods
            if let replaced = newer.updateValue(entry, forKey: words) {
                newerFoods -= replaced.foods.count + FoundCache.entryFoods
            }
        }
    }

    private let state = Mutex(State())

    package init() {}

    /// What all answers take that are remembered, told in foods; for tests, since it looks at each of them.
    package var heldFoods: Int { state.withLock { $0.heldFoods } }

    /// What is known of a query.
    package func entry(
        of words: [String],
        in index: IndexState,
        at now: ContinuousClock.Instant = .now
    ) -> Entry? {
        state.withLock { state in
            if let entry = state.newer[words] { return entry.isGood(in: index, at: now) ? entry : nil }
            guard let entry = state.older.removeValue(forKey: words), entry.isGood(in: index, at: now) else {
                return nil
            }
            state.keep(entry, words)
            return entry
        }
    }

    /// Notes what a query finds.
    package func note(
        _ foods: [FoundFood],
        of words: [String],
        in index: IndexState,
        at now: ContinuousClock.Instant = .now
    ) {
        let entry = Entry(
            foods: Array(foods.prefix(Self.keptMax)),
            isWhole: foods.count <= Self.keptMax,
            state: index,
            at: now
        )
        state.withLock { $0.keep(entry, words) }
    }
}
