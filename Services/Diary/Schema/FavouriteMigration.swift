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

    /// Favourite foods; a user with one has taken a change number for it.
    static let favouriteTables = DiaryTables(
        exported: [
            ExportTable(
                "favourite",
                as: "favourites",
                key: ["food_id"],
                columns: ["user_id": .owner, "food_id": .plain, "added_at": .plain]
            )
        ]
    )
}
