import FoundationEssentials
import GRDB

/// Copies the tombstones of a newer state of a database into an older one, such as a backup that is about to be
/// restored.
///
/// The service later erases users that the older state still contains. See `EventSubscription`, which also checks its
/// own tombstones.
package enum TombstoneMerge {
    /// Hashes per read, 32 bytes each.
    private static let portionMax = 10_000

    /// Merges the tombstones.
    ///
    /// - Parameters:
    ///   - newer: The path of the database that has more tombstones; it is only read.
    ///   - older: The path of the database that receives them.
    /// - Returns: How many tombstones were added; nil if the two are not states of one database and therefore have
    ///   different keys.
    /// - Throws: if one of them cannot be read or written.
    package static func merge(from newer: String, into older: String) throws -> Int? {
        var reading = Configuration()
        reading.readonly = true
        let (source, target) = (try DatabaseQueue(path: newer, configuration: reading), try DatabaseQueue(path: older))
        guard let key = try source.read(tombstoneKey), try target.read(tombstoneKey) == key else { return nil }
        var (last, added) = (Data(), 0)
        while true {
            let hashes = try source.read { database in
                try Data.fetchAll(
                    database,
                    sql: "SELECT hash FROM tombstone WHERE hash > ? ORDER BY hash LIMIT \(portionMax)",
                    arguments: [last]
                )
            }
            guard let newLast = hashes.last else { break }
            added += try target.write { try add(hashes, $0) }
            last = newLast
        }
        try source.close()
        try target.close()
        return added
    }

    private static func add(_ hashes: [Data], _ database: Database) throws -> Int {
        var added = 0
        for hash in hashes {
            try database.execute(
                sql: "INSERT INTO tombstone (hash) VALUES (?) ON CONFLICT (hash) DO NOTHING",
                arguments: [hash]
            )
            added += database.changesCount
        }
        return added
    }

    /// Returns the key; nil in a database that is older than tombstones.
    static func tombstoneKey(_ database: Database) throws -> Data? {
        guard try database.tableExists("tombstone_key") else { return nil }
        return try Data.fetchOne(database, sql: "SELECT value FROM tombstone_key")
    }
}
