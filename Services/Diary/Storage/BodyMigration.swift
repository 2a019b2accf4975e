import Storage

extension DiarySchema {
    /// Measurements of days, as published by the profile service.
    static let measuredDays = Migration(
        "diary-body-1",
        """
        CREATE TABLE body_day (
            user_id TEXT NOT NULL,
            date TEXT NOT NULL,
            weight_kg REAL CHECK (weight_kg > 0),
            exercise_kcal REAL CHECK (exercise_kcal >= 0),
            PRIMARY KEY (user_id, date),
            CHECK (weight_kg IS NOT NULL OR exercise_kcal IS NOT NULL)
        ) STRICT, WITHOUT ROWID;
        """
    )

    /// Days with at least one measurement.
    static let bodyTables = DiaryTables(
        exported: [
            ExportTable(
                "body_day",
                as: "measuredDays",
                key: ["date"],
                columns: ["user_id": .owner, "date": .plain, "weight_kg": .plain, "exercise_kcal": .plain]
            )
        ],
        userTables: ["body_day"]
    )
}
