import Contracts
package import Logging
package import Storage

/// Rebuilds the index when a new version derives other tokens from the same names.
package enum IndexRebuild {
    /// Foods per transaction; the process is not serving yet and may be stopped between transactions.
    private static let batch = 2_000
    private static let stateName = "index"

    /// Rebuilds the index, unless it has the current version.
    ///
    /// An interrupted rebuild starts from the beginning.
    package static func runIfDue(_ store: Store, logger: Logger) async throws {
        let version = "\(IndexText.version)"
        let (state, isEmpty) = try await store.read {
            (try CatalogState.value(stateName, $0), try FoodTable.isEmpty($0))
        }
        if state == version { return }
        if !isEmpty { logger.notice("the index of foods is rebuilt", metadata: ["version": "\(version)"]) }
        try await store.write { transaction in
            for index in ["food_index", "barcode_index"] {
                try transaction.execute("INSERT INTO \(index) (\(index)) VALUES ('delete-all')")
            }
            try transaction.execute("DELETE FROM word")
        }
        var last: Int64 = 0
        while true {
            let lastNumber = last
            let next = try await store.write { try reindexPage(after: lastNumber, $0) }
            guard let next else { break }
            last = next
        }
        try await store.write { try CatalogState.set(stateName, version, $0) }
    }

    /// Indexes the next foods; returns the last row number, or nil if no food is left.
    private static func reindexPage(after number: Int64, _ transaction: SQLTransaction) throws -> Int64? {
        let rows = try transaction.rows(
            "SELECT id FROM food WHERE number > ? ORDER BY number LIMIT ?",
            [number, batch]
        )
        var writer = FoodWriter(transaction)
        var last: Int64?
        for row in rows {
            guard let id = FoodID(blob: try row.value("id")), let food = try FoodTable.stored(id, transaction.reader)
            else {
                continue
            }
            try writer.reindex(food)
            last = food.number
        }
        try writer.finish()
        return last
    }
}
