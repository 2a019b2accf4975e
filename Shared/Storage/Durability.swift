import GRDB

/// What a write is safe from when it returns.
package enum Durability: Sendable {
    /// From a power cut, too: it is on disk.
    case onDisk
    /// From the end of the process, but a power cut may take back the newest of such writes, whole and in order.
    ///
    /// Only for what is done again by itself then, because what tells that it was done lies in the same transaction: events
    /// are pulled again from the cursor, and days that went by are counted again.
    case doneAgain

    /// The setting of SQLite under which a commit is so.
    ///
    /// A commit under the stricter one brings all that were before it to the disk.
    private var synchronous: String {
        switch self {
        case .onDisk: "FULL"
        case .doneAgain: "NORMAL"
        }
    }

    /// Has the next transactions of a connection end like this; it must not be inside one.
    func set(in database: Database) throws {
        try database.execute(sql: "PRAGMA synchronous = \(synchronous)")
    }
}
