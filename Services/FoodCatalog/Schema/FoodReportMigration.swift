import Storage

extension FoodCatalogSchema {
    /// Reports of wrong foods: one of each user and food.
    static let foodReports = Migration(
        "catalog-reports-1",
        """
        CREATE TABLE food_report (
            user_id TEXT NOT NULL,
            food_id TEXT NOT NULL,
            id TEXT NOT NULL UNIQUE,
            reason TEXT NOT NULL,
            text TEXT NOT NULL,
            -- Seconds since 1970, as the next one.
            created_at INTEGER NOT NULL,
            -- Null while it is open.
            closed_at INTEGER,
            answer TEXT,
            PRIMARY KEY (user_id, food_id)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX food_report_open ON food_report (created_at, id) WHERE closed_at IS NULL;
        CREATE INDEX food_report_closed ON food_report (created_at, id) WHERE closed_at IS NOT NULL;
        """
    )

    /// The reports of a user in the data export.
    static let reportTable = FoodReportRow.table.exported(as: "foodReports", key: ["food_id"])
}
