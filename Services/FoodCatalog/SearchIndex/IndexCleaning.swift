import Contracts
import Logging
import ServiceKit
package import Storage

/// Merges each full-text index into one segment, which purges the words of erased foods.
///
/// FTS5 only marks deleted entries; they stay in old segments until these are merged with the marks. This merges all
/// segments in steps, between which others can write. With 3,000,000 foods that takes 5 s of processor time in 470
/// steps. It runs only after an erasure or an import (``IndexMerging``).
package enum IndexCleaning {
    /// Interval at which words of erased users are purged from the index.
    private static let interval = Duration.seconds(60)
    /// Index pages that one step writes, some 400 KB, so that other writes wait only briefly.
    private static let stepPages = 100
    /// A step that changes fewer rows than this had nothing to do (SQLite's documentation of `merge`).
    private static let idleChanges = 2

    private static let indexes = ["food_index", "barcode_index"]
    private static let stateName = "index-cleaning"

    /// Returns the task that cleans the index.
    static func task(_ store: Store, _ logger: Logger) -> PeriodicTask {
        PeriodicTask("purging erased words from the index", every: interval, logger: logger) {
            try await runIfDue(store)
        }
    }

    /// Requests cleaning, in the transaction that removes entries.
    static func request(_ transaction: SQLTransaction) throws {
        try CatalogState.set(stateName, "due", transaction)
    }

    /// Cleans if requested, and continues an interrupted cleaning.
    package static func runIfDue(_ store: Store) async throws {
        guard try await store.read({ try CatalogState.value(stateName, $0) }) != nil else { return }
        var hasMore = true
        while hasMore { hasMore = try await store.write { try step($0) } }
        _ = try await store.cleanUp()
    }

    /// Merges some pages.
    ///
    /// - Returns: Whether there is more to do.
    private static func step(_ transaction: SQLTransaction) throws -> Bool {
        let state = try CatalogState.value(stateName, transaction.reader)
        guard let state else { return false }
        if state == "due" {
            // A negative number starts a merge of all segments; positive numbers continue it.
            for index in indexes { try merge(index, -stepPages, transaction) }
            try CatalogState.set(stateName, "begun", transaction)
            return true
        }
        var hasChanged = false
        for index in indexes where try merge(index, stepPages, transaction) { hasChanged = true }
        if !hasChanged { try transaction.execute("DELETE FROM catalog_state WHERE name = ?", [stateName]) }
        transaction.demandCleanUp()
        return hasChanged
    }

    @discardableResult
    private static func merge(_ index: String, _ pages: Int, _ transaction: SQLTransaction) throws -> Bool {
        let before = transaction.totalChanges
        try transaction.execute("INSERT INTO \(index) (\(index), rank) VALUES ('merge', ?)", [pages])
        return transaction.totalChanges - before >= idleChanges
    }
}
