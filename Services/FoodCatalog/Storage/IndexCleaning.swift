import Contracts
package import Storage

/// Merges the full-text indexes into one part each, which takes words of erased foods out of them for good.
///
/// What is removed from such an index is marked and stays in its old segments, until these are merged with the mark. This
/// merges all of them, in steps between which others write; with 3,000,000 foods that takes 5 s of a
/// processor in 470 steps, and it is only done after somebody has left, or after an import (``IndexMerging``).
package enum IndexCleaning {
    /// Pages of the index that a step writes, so that nobody waits for long: some 400 KB.
    private static let stepPages = 100
    /// A step that changes fewer rows than this had nothing to do (SQLite's documentation of `merge`).
    private static let idleChanges = 2

    private static let indexes = ["food_index", "barcode_index"]
    private static let stateName = "index-cleaning"

    /// Notes that there is something to clean, in the transaction that removes it.
    static func demand(_ transaction: SQLTransaction) throws {
        try CatalogueState.set(stateName, "due", transaction)
    }

    /// Cleans, if that is due; what was broken off goes on.
    package static func runIfDue(_ store: Store) async throws {
        guard try await store.read({ try CatalogueState.value(stateName, $0) }) != nil else { return }
        var hasMore = true
        while hasMore { hasMore = try await store.write { try step($0) } }
        _ = try await store.cleanUp()
    }

    /// Merges a part.
    ///
    /// - Returns: Whether there is more to do.
    private static func step(_ transaction: SQLTransaction) throws -> Bool {
        let state = try CatalogueState.value(stateName, transaction.reader)
        guard let state else { return false }
        if state == "due" {
            // A negative number begins the merging of everything; positive ones go on with it.
            for index in indexes { try merge(index, -stepPages, transaction) }
            try CatalogueState.set(stateName, "begun", transaction)
            return true
        }
        var hasChanged = false
        for index in indexes where try merge(index, stepPages, transaction) { hasChanged = true }
        if !hasChanged { try transaction.execute("DELETE FROM catalogue_state WHERE name = ?", [stateName]) }
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
