package import Storage
import Synchronization

/// Merges the parts of the index after much was written.
///
/// Every commit adds a part, and a search looks into each: with nine of them it took 2.3 ms of a processor, with one 1.4 (390,000
/// foods). FTS5 merges by itself as far as writing goes on; the rest is left to ``IndexCleaning``.
package final class IndexMerging: Sendable {
    private struct State {
        /// Foods that were written since the last merging.
        var written = 0
        /// The same at the last look: while it grows, an import goes on, and merging would only be done again.
        var lastLook = 0
    }

    /// Lets twice as many parts of one size stand as FTS5 does by itself (4) before it merges them.
    ///
    /// Every merging writes the same tokens again, and while millions of foods are imported that is most of the work: with 8 an
    /// import of 3,000,000 took 0.8 of the processor time that it took with 4. Afterwards all parts become one anyway.
    static let migration = Migration(
        "catalog-merging",
        """
        INSERT INTO food_index (food_index, rank) VALUES ('automerge', 8);
        INSERT INTO barcode_index (barcode_index, rank) VALUES ('automerge', 8);
        """
    )

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
        try await store.write { try IndexCleaning.demand($0) }
        try await IndexCleaning.runIfDue(store)
    }
}
