/// One step of a schema, run once, forward only, in a transaction of its own.
package struct Migration: Sendable {
    package let name: String
    package let sql: String
    /// Tables whose rows it takes away on purpose, because they are made anew or kept elsewhere; elsewhere none may get lost.
    package let emptied: Set<String>

    package init(_ name: String, emptying emptied: Set<String> = [], _ sql: String) {
        self.name = name
        self.emptied = emptied
        self.sql = sql
    }
}

extension Migration {
    /// What every database of a service holds besides its own tables: outbox, cursors of what it follows, and the
    /// replies of writes by idempotency key.
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

    /// Which event a cursor stands at, so that a source that lives on from an older copy of itself is noticed; and
    /// whether the source has to be asked whom it has erased (see `EventCursor`).
    static let cursorDoubts = Migration(
        "storage-2",
        """
        ALTER TABLE cursor ADD COLUMN event TEXT;
        ALTER TABLE cursor ADD COLUMN doubts INTEGER NOT NULL DEFAULT 0;
        """
    )

    /// Who was erased; see `Tombstones`.
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

    /// Replies in the order in which they were stored, instead of by caller, each with the time at which it is forgotten.
    ///
    /// Keys of version 7 are made in that order, too: storing and forgetting change the ends of the table and of its indexes,
    /// and not a page for each row. A reply of more than a kilobyte needs no page of its own, as it did in `reply`. That table
    /// takes no new rows; what it has is forgotten after its two days.
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
}
