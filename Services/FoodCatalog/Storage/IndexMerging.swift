package import Storage
import Synchronization

/// Merges the parts of the index after much was written.
///
/// Every commit adds a part, and a search looks into each: with nine of them it took 2.3 ms of a processor, with one 1.4 (390,000
/// foods). FTS5 merges by itself as far as writing goes on; what is left is done here in small steps, so that no other write
/// waits for long.
package final class IndexMerging: Sendable {
    /// Pages of a step (FTS5's `merge`; negative: everything is to become one part in the end): some milliseconds.
    private static let stepPages = 256
    /// Steps at a time; what is left then waits for the next look.
    private static let stepsMax = 200
    private static let indexes = ["food_index", "barcode_index"]

    private struct State {
        /// Foods that were written since the last merging.
        var written = 0
        /// The same at the last look: while it grows, an import goes on, and merging would only be done again.
        var lastLook = 0
    }

    /// Below so many foods a merge costs more than it saves.
    private static let writtenMin = 500

    private let store: Store
    private let state = Mutex(State())

    package init(store: Store) {
        self.store = store
    }

    /// Notes that so many foods were written.
    func note(_ foods: Int) { state.withLock { $0.written += foods } }

    /// Merges, if there is something to merge and nothing was written since the last look.
    package func runIfDue() async throws {
        let isDue = state.withLock { state in
            let isQuiet = state.written == state.lastLook
            state.lastLook = state.written
            guard isQuiet, state.written >= Self.writtenMin else { return false }
            state = State()
            return true
        }
        guard isDue else { return }
        for index in Self.indexes { try await merge(index) }
    }

    private func merge(_ index: String) async throws {
        // The first step says that all parts belong together, the others go on with it.
        for step in 0..<Self.stepsMax {
            let pages = step == 0 ? -Self.stepPages : Self.stepPages
            let isDone = try await store.write { transaction in
                let before = transaction.totalChanges
                try transaction.execute("INSERT INTO \(index) (\(index), rank) VALUES ('merge', ?)", [pages])
                // As FTS5's documentation has it: fewer than two changes mean that nothing was left to do.
                return transaction.totalChanges - before < 2
            }
            if isDone { return }
        }
        note(Self.writtenMin)
    }
}
