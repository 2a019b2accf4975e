import Storage

extension DiarySchema {
    /// Meal plans, with copies of their foods.
    static let plans = Migration(
        "diary-plans-1",
        """
        CREATE TABLE plan (
            -- The order in which they were made.
            number INTEGER PRIMARY KEY AUTOINCREMENT,
            user_id TEXT NOT NULL,
            id TEXT NOT NULL,
            created_at TEXT NOT NULL,
            from_date TEXT NOT NULL,
            applied_from TEXT,
            menu TEXT NOT NULL,
            -- The foods of the menu as they were when it was made.
            foods TEXT NOT NULL,
            UNIQUE (user_id, id)
        ) STRICT;
        """
    )

    /// Meal plans.
    static let planTables = DiaryTables(
        exported: [
            ExportTable(
                "plan",
                as: "plans",
                key: ["number"],
                columns: [
                    "number": .plain, "user_id": .owner, "id": .plain, "created_at": .plain, "from_date": .plain,
                    "applied_from": .plain, "menu": .json, "foods": .json,
                ]
            )
        ],
        userTables: ["plan"]
    )
}
