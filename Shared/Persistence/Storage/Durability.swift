import GRDB

/// The failures that a write survives once it has returned.
package enum Durability: Sendable {
    /// Survives a power cut: the write is on disk.
    case onDisk
    /// Survives the end of the process. A power cut may undo the newest of these writes, each completely and in order.
    ///
    /// Only for work that is then repeated automatically, because its progress is stored in the same transaction. For
    /// example, events are pulled again from the cursor, and past days are counted again.
    case replayable

    /// The SQLite setting for this durability.
    ///
    /// A commit with the stricter setting also syncs all earlier commits.
    private var synchronous: String {
        switch self {
        case .onDisk: "FULL"
        case .replayable: "NORMAL"
        }
    }

    /// Sets the durability of a connection's next transactions.
    ///
    /// The connection must not be inside a transaction.
    func set(in database: Database) throws {
        try database.execute(sql: "PRAGMA synchronous = \(synchronous)")
    }
}
