import Logging
import ServiceKit
package import Storage
import Synchronization

/// Merges the segments of the index after many writes.
///
/// Every commit adds a segment, and a search reads each: with nine it took 2.3 ms of processor time, with one 1.4
/// (390,000 foods). FTS5 merges by itself only while it writes; the rest is left to ``IndexCleaning``.
package final class IndexMerging: Sendable {
    private struct State {
        /// Foods written since the last merge.
        var written = 0
        /// The value of ``written`` at the last check: while it grows, an import is running, and a merge would be
        /// repeated.
        var lastCheck = 0
    }

    /// Lets FTS5 merge at eight segments of one size instead of four.
    ///
    /// Every merge writes the same tokens again, which is most of the work when millions of foods are imported. With
    /// eight segments an import of 3,000,000 took 0.8 of the processor time that it took with four. Afterwards all
    /// segments are merged anyway.
    static let options = """
        INSERT INTO food_index (food_index, rank) VALUES ('automerge', 8);
        INSERT INTO barcode_index (barcode_index, rank) VALUES ('automerge', 8);
        """

    /// Interval at which the process checks whether an import has ended.
    private static let interval = Duration.seconds(3)
    /// Minimum number of written foods; below it a merge costs more than it saves.
    private static let writtenMin = 500

    private let store: Store
    private let state = Mutex(State())

    package init(store: Store) {
        self.store = store
    }

    /// Returns the task that merges after imports.
    func task(_ logger: Logger) -> PeriodicTask {
        PeriodicTask("merging the index of foods", every: Self.interval, logger: logger) { try await self.runIfDue() }
    }

    /// Adds to the number of written foods.
    func recordWrites(_ foods: Int) { state.withLock { $0.written += foods } }

    /// Merges if enough was written and nothing has been written since the last check.
    package func runIfDue() async throws {
        let isDue = state.withLock { state in
            let isQuiet = state.written == state.lastCheck
            state.lastCheck = state.written
            guard isQuiet, state.written >= Self.writtenMin else { return false }
            state = State()
            return true
        }
        guard isDue else { return }
        try await store.write { try IndexCleaning.request($0) }
        try await IndexCleaning.runIfDue(store)
    }
}
