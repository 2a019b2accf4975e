import Storage

/// What the catalogue knows of itself, such as which starter it holds.
enum CatalogueState {
    static func value(_ name: String, _ reader: SQLReader) throws -> String? {
        try reader.scalar("SELECT value FROM catalogue_state WHERE name = ?", [name])
    }

    static func set(_ name: String, _ value: String, _ transaction: SQLTransaction) throws {
        try transaction.execute(
            "INSERT INTO catalogue_state (name, value) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value",
            [name, value]
        )
    }

    private static let revisionName = "revision"

    /// Changes with whatever changes what everybody finds.
    static func revision(_ reader: SQLReader) throws -> IndexRevision {
        let number = try reader.first(
            "SELECT CAST(value AS INTEGER) FROM catalogue_state WHERE name = ?",
            binding: { $0.bind(revisionName) },
            { $0.integer(0) }
        )
        return IndexRevision(number: number ?? 0)
    }

    /// Notes that what everybody finds has changed.
    ///
    /// - Parameters:
    ///   - isBulk: Whether that is a page of a source, of which many follow.
    ///   - transaction: In which it changes.
    /// - Throws: What SQLite throws.
    static func advanceRevision(isBulk: Bool, _ transaction: SQLTransaction) throws {
        let next = try revision(transaction.reader).next(isBulk: isBulk)
        try set(revisionName, "\(next.number)", transaction)
    }
}
