import GRDB
import Logging

/// One step of a schema.
///
/// Runs once, in a transaction of its own; there are no downgrades.
package struct Migration: Sendable {
    package let name: String
    package let sql: String
    /// Tables from which the migration removes rows on purpose, to rebuild or move them.
    ///
    /// All other tables must not lose rows. The log says how many rows each of these tables has left.
    package let emptied: Set<String>
    /// New names of tables by their former ones.
    package let renamed: [String: String]

    /// Creates a migration.
    ///
    /// - Parameters:
    ///   - name: Identifies the migration in each database, so it must never change.
    ///   - emptied: See ``emptied``.
    ///   - renamed: Tables to rename before the statements run.
    ///   - sql: The statements, which use the new names of tables.
    package init(
        _ name: String,
        emptying emptied: Set<String> = [],
        renaming renamed: [String: String] = [:],
        _ sql: String
    ) {
        self.name = name
        self.emptied = emptied
        self.renamed = renamed
        let renames = renamed.sorted { $0.key < $1.key }.map { "ALTER TABLE \($0.key) RENAME TO \($0.value);" }
        self.sql = (renames + [sql]).joined(separator: "\n")
    }
}

extension Migration {
    /// Runs the statements, and logs what is left of the rows that it removes on purpose.
    ///
    /// - Parameters:
    ///   - database: The database, in a transaction.
    ///   - logger: Receives a notice for each table with fewer rows than before.
    /// - Throws: The error of a statement.
    func run(in database: Database, _ logger: Logger) throws {
        let formerNames = Dictionary(uniqueKeysWithValues: renamed.map { ($0.value, $0.key) })
        let before = try emptied.sorted().map { ($0, try Self.rows(of: formerNames[$0] ?? $0, database)) }
        try database.execute(sql: sql)
        for (table, count) in before {
            let left = try Self.rows(of: table, database)
            guard left < count else { continue }
            logger.notice(
                "a migration leaves \(left) of \(count) rows in a table; it has moved or deleted the others",
                metadata: ["migration": "\(name)", "table": "\(table)"]
            )
        }
    }

    /// Returns the number of rows of a table; 0 if it does not exist.
    private static func rows(of table: String, _ database: Database) throws -> Int {
        guard try database.tableExists(table) else { return 0 }
        return try Int.fetchOne(database, sql: "SELECT count(*) FROM \(table)") ?? 0
    }

    /// The tables of every service's database besides its own: outbox, cursors, and replies by idempotency key.
    static let foundation = Migration(
        "storage-1",
        """
        CREATE TABLE outbox (
            sequence INTEGER PRIMARY KEY AUTOINCREMENT,
            id TEXT NOT NULL UNIQUE,
            type TEXT NOT NULL,
            subject TEXT NOT NULL,
            time TEXT NOT NULL,
            traceparent TEXT,
            data TEXT NOT NULL
        ) STRICT;
        CREATE TABLE epoch (only INTEGER PRIMARY KEY CHECK (only = 1), value TEXT NOT NULL) STRICT;
        INSERT INTO epoch VALUES (1, lower(hex(randomblob(16))));
        CREATE TABLE cursor (
            source TEXT PRIMARY KEY NOT NULL,
            epoch TEXT NOT NULL,
            sequence INTEGER NOT NULL CHECK (sequence >= 0)
        ) STRICT, WITHOUT ROWID;
        CREATE TABLE reply (
            caller TEXT NOT NULL,
            method TEXT NOT NULL,
            key TEXT NOT NULL,
            hash BLOB NOT NULL,
            reply BLOB NOT NULL,
            at INTEGER NOT NULL,
            PRIMARY KEY (caller, method, key)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX reply_by_age ON reply (at);
        """
    )

    /// Stores the event at a cursor, to detect a source that continued from an older copy of itself.
    ///
    /// Also stores whether the source must be asked about erasures (see `EventCursor`).
    static let cursorAudits = Migration(
        "storage-2",
        """
        ALTER TABLE cursor ADD COLUMN event TEXT;
        ALTER TABLE cursor ADD COLUMN doubts INTEGER NOT NULL DEFAULT 0;
        """
    )

    /// Stores which users were erased; see `Tombstones`.
    static let tombstones = Migration(
        "storage-3",
        """
        CREATE TABLE tombstone (hash BLOB PRIMARY KEY NOT NULL CHECK (length(hash) = 32)) STRICT, WITHOUT ROWID;
        CREATE TABLE tombstone_key (
            only INTEGER PRIMARY KEY CHECK (only = 1),
            value BLOB NOT NULL CHECK (length(value) = 32)
        ) STRICT;
        INSERT INTO tombstone_key VALUES (1, randomblob(32));
        """
    )

    /// Stores replies in insertion order instead of by caller, each with its time of expiry.
    ///
    /// Version 7 keys are generated in this order too. Inserts and removals change the ends of the table and its
    /// indexes instead of one page per row. A reply over a kilobyte needs no page of its own, unlike in `reply`. The
    /// `reply` table receives no new rows; its rows expire after two days.
    static let storedReplies = Migration(
        "storage-4",
        """
        CREATE TABLE stored_reply (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            caller TEXT NOT NULL,
            method TEXT NOT NULL,
            key TEXT NOT NULL,
            hash BLOB NOT NULL,
            reply BLOB NOT NULL,
            expires INTEGER NOT NULL
        ) STRICT;
        CREATE UNIQUE INDEX stored_reply_by_key ON stored_reply (key, caller, method);
        CREATE INDEX stored_reply_by_expiry ON stored_reply (expires);
        """
    )

    /// Renames the number of requested audits of a source.
    static let auditRequests = Migration(
        "storage-5",
        "ALTER TABLE cursor RENAME COLUMN doubts TO audit_requests;"
    )
}
