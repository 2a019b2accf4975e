import Storage

extension DiarySchema {
    /// Favourite foods; their names and nutrients are in the table of stored foods.
    static let favourites = Migration(
        "diary-favourites-1",
        """
        CREATE TABLE favourite (
            user_id TEXT NOT NULL,
            food_id TEXT NOT NULL,
            added_at TEXT NOT NULL,
            PRIMARY KEY (user_id, food_id)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX favourite_by_time ON favourite (user_id, added_at, food_id);
        """
    )

    /// Numbers favourites in the order in which they were added; times in milliseconds may be equal.
    static let numberedFavourites = Migration(
        "diary-favourites-2",
        """
        CREATE TABLE numbered_favourite (
            -- The order in which they were added.
            number INTEGER PRIMARY KEY AUTOINCREMENT,
            user_id TEXT NOT NULL,
            food_id TEXT NOT NULL,
            added_at TEXT NOT NULL,
            UNIQUE (user_id, food_id)
        ) STRICT;
        INSERT INTO numbered_favourite (user_id, food_id, added_at)
        SELECT user_id, food_id, added_at FROM favourite ORDER BY added_at, food_id;
        DROP TABLE favourite;
        ALTER TABLE numbered_favourite RENAME TO favourite;
        CREATE INDEX favourite_by_number ON favourite (user_id, number);
        """
    )

    /// Stores the last change of each user's favourites, of which devices hear with the changes of the diary.
    static let favouriteChanges = Migration(
        "diary-favourites-3",
        """
        -- The number of the last change of a user's favourites in the diary.
        CREATE TABLE favourite_list (
            user_id TEXT NOT NULL PRIMARY KEY,
            changed INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID;
        -- Devices hear of the favourites of before.
        UPDATE change_counter SET change = change + 1 WHERE user_id IN (SELECT user_id FROM favourite);
        INSERT INTO favourite_list (user_id, changed)
        SELECT user_id, change FROM change_counter WHERE user_id IN (SELECT user_id FROM favourite);
        """
    )

    /// Favourite foods; a user with one has taken a change number for it.
    static let favouriteTables = DiaryTables(
        exported: [
            ExportTable(
                "favourite",
                as: "favourites",
                key: ["number"],
                columns: ["number": .plain, "user_id": .owner, "food_id": .plain, "added_at": .plain]
            ),
            ExportTable(
                "favourite_list",
                as: "favouriteChanges",
                key: ["changed"],
                columns: ["user_id": .owner, "changed": .plain]
            ),
        ]
    )
}
