import Contracts
import Storage

extension DiarySchema {
    /// The change log, from which a device fetches what it missed while offline; also water and notes of days.
    static let changeLog = Migration(
        "diary-book-1",
        """
        -- One row a person. Whatever changes in their diary takes the next number.
        CREATE TABLE book (
            user_id TEXT PRIMARY KEY NOT NULL,
            change INTEGER NOT NULL CHECK (change >= 0),
            -- The highest number of a removal that is not remembered any more.
            forgotten INTEGER NOT NULL DEFAULT 0 CHECK (forgotten >= 0)
        ) STRICT, WITHOUT ROWID;

        ALTER TABLE entry ADD COLUMN changed INTEGER NOT NULL DEFAULT 0;
        UPDATE entry SET changed = numbered.number FROM (
            SELECT user_id, id, row_number() OVER (PARTITION BY user_id ORDER BY at, id) AS number FROM entry
        ) AS numbered WHERE entry.user_id = numbered.user_id AND entry.id = numbered.id;
        INSERT INTO book (user_id, change) SELECT user_id, max(changed) FROM entry GROUP BY user_id;
        CREATE INDEX entry_by_change ON entry (user_id, changed);

        -- Entries that were removed, by id alone.
        CREATE TABLE entry_gone (
            user_id TEXT NOT NULL,
            id TEXT NOT NULL,
            changed INTEGER NOT NULL,
            -- Seconds since 1970.
            at INTEGER NOT NULL,
            PRIMARY KEY (user_id, id)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX entry_gone_by_change ON entry_gone (user_id, changed);
        CREATE INDEX entry_gone_by_age ON entry_gone (at);

        CREATE TABLE day_extra (
            user_id TEXT NOT NULL,
            date TEXT NOT NULL,
            water_ml INTEGER NOT NULL DEFAULT 0 CHECK (water_ml >= 0),
            note TEXT NOT NULL DEFAULT '',
            version INTEGER NOT NULL CHECK (version >= 1),
            changed INTEGER NOT NULL,
            PRIMARY KEY (user_id, date)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX day_extra_by_change ON day_extra (user_id, changed);
        """
    )

    /// Adds the version at which each entry was removed.
    ///
    /// The version is unknown for older removals.
    /// Their change number is used instead: it is at least as high, because each version of an entry took a number.
    static let removedVersions = Migration(
        "diary-removed-versions-1",
        """
        ALTER TABLE entry_gone ADD COLUMN version INTEGER NOT NULL DEFAULT 1;
        UPDATE entry_gone SET version = max(changed, 1);
        """
    )

    /// Adds the mark of days that the user calls complete: 1, or null.
    static let completeDays = Migration(
        "diary-complete-days-1",
        """
        ALTER TABLE day_extra ADD COLUMN is_complete INTEGER CHECK (is_complete = 1);
        CREATE INDEX day_extra_complete ON day_extra (user_id, date) WHERE is_complete = 1;
        """
    )

    /// The change log, removed entries, and the extras of days.
    static let changeLogTables = DiaryTables(
        exported: [
            ExportTable(
                "deleted_entry",
                as: "removedEntries",
                key: ["id"],
                columns: [
                    "user_id": .owner, "id": .plain, "version": .plain, "changed": .plain, "at": .secondsSince1970,
                ]
            ),
            DayExtras.table.exported(as: "dayExtras", key: ["date"]),
            ExportTable(
                "change_counter",
                as: "changes",
                key: ["user_id"],
                columns: ["user_id": .owner, "change": .plain, "forgotten": .plain]
            ),
        ],
        // A user with any row in these tables has taken a change number.
        userTables: ["change_counter"]
    )
}
