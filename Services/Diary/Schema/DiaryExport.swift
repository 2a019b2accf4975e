import Storage

extension DiarySchema {
    /// Entries and derived tables, targets, and the users' settings.
    static let coreTables = DiaryTables(
        exported: [
            ExportTable(
                "entry",
                as: "entries",
                key: ["id"],
                columns: [
                    "user_id": .owner, "id": .plain, "date": .plain, "meal": .plain, "position": .plain, "at": .plain,
                    "food_id": .plain, "name": .plain, "image": .plain, "grams": .plain, "portion": .plain,
                    "portion_grams": .plain, "quantity": .plain, "kcal": .plain, "protein_g": .plain, "fat_g": .plain,
                    "carbohydrate_g": .plain, "fiber_g": .plain, "sugar_g": .plain, "salt_g": .plain,
                    "kcal_per_100_g": .plain, "protein_g_per_100_g": .plain, "fat_g_per_100_g": .plain,
                    "carbohydrate_g_per_100_g": .plain, "fiber_g_per_100_g": .plain, "sugar_g_per_100_g": .plain,
                    "salt_g_per_100_g": .plain, "version": .plain, "changed": .plain,
                ]
            ),
            ExportTable(
                "day_total",
                as: "dayTotals",
                key: ["date"],
                columns: [
                    "user_id": .owner, "date": .plain, "kcal": .plain, "protein_g": .plain, "fat_g": .plain,
                    "carbohydrate_g": .plain, "fiber_g": .plain, "sugar_g": .plain, "salt_g": .plain,
                    "unknown": .plain, "known": .plain, "entries": .plain,
                ]
            ),
            ExportTable(
                "food_use",
                as: "foodUse",
                key: ["food_id", "meal"],
                columns: [
                    "user_id": .owner, "food_id": .plain, "meal": .plain, "count": .plain, "last_at": .plain,
                    "last_entry": .plain,
                ]
            ),
            ExportTable(
                "target",
                as: "targets",
                key: ["from_date"],
                columns: [
                    "user_id": .owner, "from_date": .plain, "daily_kcal": .plain, "protein_g": .plain, "fat_g": .plain,
                    "carbohydrate_g": .plain, "weekdays": .json,
                ]
            ),
            ExportTable(
                "person",
                as: "settings",
                key: ["user_id"],
                columns: [
                    "user_id": .owner, "time_zone": .plain, "day_start_hour": .plain, "week_start": .plain,
                    "shares_foods": .plain,
                ]
            ),
        ],
        // A user with entries or food uses also has day totals.
        userTables: ["day_total", "person", "target"]
    )
}
