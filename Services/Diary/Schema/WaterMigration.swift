import Storage

extension DiarySchema {
    /// Additions of water by the id that a device has chosen.
    static let waterAdditions = Migration(
        "diary-water-additions-1",
        """
        CREATE TABLE water_addition (
            user_id TEXT NOT NULL,
            id TEXT NOT NULL,
            date TEXT NOT NULL,
            -- Null for a removed one, which is never added again.
            ml INTEGER CHECK (ml > 0),
            PRIMARY KEY (user_id, id)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX water_addition_by_day ON water_addition (user_id, date);
        """
    )

    /// Additions of water; a user with one has taken a change number for it.
    static let waterTables = DiaryTables(
        exported: [WaterAdditionRow.table.exported(as: "waterAdditions", key: ["id"])]
    )
}
