import Synchronization

/// Remembers what everybody finds: people type the same beginnings letter by letter, each of which is a search.
///
/// Answers are those of one revision of the index, which a search reads in the same view of the database as all else: what was
/// found before a food changed is never shown after it.
final class FoundCache: Sendable {
    /// Foods that are kept of an answer: four pages as they are asked for by default.
    ///
    /// Who turns more pages waits for a search of their own.
    static let keptMax = 100
    /// Of 24 bytes each, in two generations: at most 10 MB, so that a process with millions of foods stays below 150 MB.
    private static let foodsMax = 200_000

    /// What a query finds.
    struct Entry: Sendable {
        let foods: [FoundFood]
        /// Whether that is all.
        let isWhole: Bool
    }

    /// The newer answers, and those before them, which go when there are too many; what is asked for again becomes new again.
    private struct State {
        var revision: Int64 = 0
        var newer: [[String]: Entry] = [:]
        var older: [[String]: Entry] = [:]
        var newerFoods = 0

        mutating func keep(_ entry: Entry, _ words: [String]) {
            // An answer without foods takes room, too.
            let foods = entry.foods.count + 1
            if newerFoods + foods > FoundCache.foodsMax {
                (older, newer, newerFoods) = (newer, [:], 0)
            }
            if newer.updateValue(entry, forKey: words) == nil { newerFoods += foods }
        }
    }

    private let state = Mutex(State())

    /// What is known of a query at a revision.
    func entry(of words: [String], at revision: Int64) -> Entry? {
        state.withLock { state in
            guard state.revision == revision else { return nil }
            if let entry = state.newer[words] { return entry }
            guard let entry = state.older.removeValue(forKey: words) else { return nil }
            state.keep(entry, words)
            return entry
        }
    }

    /// Notes what a query finds at a revision; of a revision that is over nothing is kept.
    func note(_ foods: [FoundFood], of words: [String], at revision: Int64) {
        let entry = Entry(foods: Array(foods.prefix(Self.keptMax)), isWhole: foods.count <= Self.keptMax)
        state.withLock { state in
            guard revision >= state.revision else { return }
            if revision > state.revision {
                state = State()
                state.revision = revision
            }
            state.keep(entry, words)
        }
    }
}
