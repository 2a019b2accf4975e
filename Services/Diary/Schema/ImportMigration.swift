import Contracts
import Storage

extension DiarySchema {
    /// Files to import.
    static let imports = Migration(
        "diary-imports-1",
        """
        -- One a person at a time.
        CREATE TABLE diary_import (
            user_id TEXT PRIMARY KEY NOT NULL,
            id TEXT NOT NULL,
            -- Seconds since 1970.
            at INTEGER NOT NULL,
            format TEXT NOT NULL,
            date_order TEXT,
            pages INTEGER NOT NULL CHECK (pages > 0),
            preview TEXT NOT NULL,
            -- How far it was applied; null before.
            progress TEXT
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX diary_import_by_age ON diary_import (at);

        CREATE TABLE diary_import_page (
            user_id TEXT NOT NULL,
            import TEXT NOT NULL,
            page INTEGER NOT NULL CHECK (page >= 0),
            at INTEGER NOT NULL,
            data BLOB NOT NULL,
            PRIMARY KEY (user_id, import, page)
        ) STRICT;
        CREATE INDEX diary_import_page_by_age ON diary_import_page (at);
        """
    )

    /// Files to import, with their previews.
    static let importTables = DiaryTables(
        exported: [
            ExportTable(
                "diary_import",
                as: "imports",
                key: ["user_id"],
                columns: [
                    "user_id": .owner, "id": .plain, "at": .secondsSince1970, "format": .plain, "date_order": .plain,
                    "pages": .plain, "preview": .json, "progress": .json,
                ]
            )
        ],
        omitted: ["diary_import_page": "a file that is being imported; its owner has the original"],
        userTables: ["diary_import", "diary_import_page"],
        eraseRest: { user, transaction in
            try transaction.execute("DELETE FROM diary_import_page WHERE user_id = ?", [user.description])
        }
    )
}
