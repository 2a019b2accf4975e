import Storage

/// Named values about the catalog itself, such as the loaded version of the starter.
enum CatalogState {
    static func value(_ name: String, _ reader: SQLReader) throws -> String? {
        try reader.scalar("SELECT value FROM catalog_state WHERE name = ?", [name])
    }

    static func set(_ name: String, _ value: String, _ transaction: SQLTransaction) throws {
        try transaction.execute(
            "INSERT INTO catalog_state (name, value) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value",
            [name, value]
        )
    }

    private static let revisionName = "revision"

    /// Returns the revision of the public foods.
    static func revision(_ reader: SQLReader) throws -> IndexRevision {
        let number = try reader.first(
            "SELECT CAST(value AS INTEGER) FROM catalog_state WHERE name = ?",
            binding: { $0.bind(revisionName) },
            { $0.integer(0) }
        )
        return IndexRevision(number: number ?? 0)
    }

    /// Records a change of the public foods.
    ///
    /// - Parameters:
    ///   - isBulk: Whether the change is an imported page, of which many follow.
    ///   - transaction: The transaction of the change.
    /// - Throws: SQLite's errors.
    static func advanceRevision(isBulk: Bool, _ transaction: SQLTransaction) throws {
        let next = try revision(transaction.reader).next(isBulk: isBulk)
        try set(revisionName, "\(next.number)", transaction)
    }
}

/// A revision of the public foods: the number of changes by users, and the number of imported pages since the last one.
package struct IndexRevision: Sendable, Equatable {
    /// Bits of the number that count imported pages between two changes by users.
    private static let pageBits: Int64 = 32

    let number: Int64

    package init(number: Int64) { self.number = number }

    /// Changes when a user's action makes a public food appear, change or disappear, which must show at once.
    var userChanges: Int64 { number >> Self.pageBits }

    /// Returns the revision after a change.
    func next(isBulk: Bool) -> IndexRevision {
        isBulk
            ? IndexRevision(number: number + 1)
            : IndexRevision(number: (userChanges + 1) << Self.pageBits)
    }
}
