import Storage

extension DiarySchema {
    /// The first tables: settings, targets, foods, entries and totals of days.
    static let core = Migration(
        "diary-1",
        """
        CREATE TABLE person (
            user_id TEXT PRIMARY KEY NOT NULL,
            time_zone TEXT NOT NULL,
            day_start_hour INTEGER NOT NULL CHECK (day_start_hour BETWEEN 0 AND 23),
            week_start INTEGER NOT NULL CHECK (week_start BETWEEN 1 AND 7)
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE target (
            user_id TEXT NOT NULL,
            from_date TEXT NOT NULL,
            daily_kcal INTEGER NOT NULL,
            protein_g REAL NOT NULL,
            fat_g REAL NOT NULL,
            carbohydrate_g REAL NOT NULL,
            PRIMARY KEY (user_id, from_date)
        ) STRICT, WITHOUT ROWID;

        -- Foods that were logged here before, as the catalogue told them last.
        CREATE TABLE food (
            id TEXT PRIMARY KEY NOT NULL,
            snapshot TEXT NOT NULL
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE entry (
            user_id TEXT NOT NULL,
            id TEXT NOT NULL,
            date TEXT NOT NULL,
            meal TEXT NOT NULL CHECK (meal IN ('breakfast', 'lunch', 'dinner', 'snack')),
            position INTEGER NOT NULL CHECK (position >= 0),
            at TEXT NOT NULL,
            food_id TEXT,
            name TEXT NOT NULL,
            image TEXT,
            grams REAL CHECK (grams > 0),
            portion TEXT,
            portion_grams REAL CHECK (portion_grams > 0),
            quantity REAL CHECK (quantity > 0),
            kcal REAL NOT NULL,
            protein_g REAL,
            fat_g REAL,
            carbohydrate_g REAL,
            fiber_g REAL,
            sugar_g REAL,
            salt_g REAL,
            kcal_per_100_g REAL,
            protein_g_per_100_g REAL,
            fat_g_per_100_g REAL,
            carbohydrate_g_per_100_g REAL,
            fiber_g_per_100_g REAL,
            sugar_g_per_100_g REAL,
            salt_g_per_100_g REAL,
            version INTEGER NOT NULL CHECK (version >= 1),
            PRIMARY KEY (user_id, id),
            CHECK ((food_id IS NULL) = (grams IS NULL) AND (food_id IS NULL) = (kcal_per_100_g IS NULL)),
            CHECK ((portion IS NULL) = (quantity IS NULL) AND (portion IS NULL) = (portion_grams IS NULL))
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX entry_by_day ON entry (user_id, date, meal, position);

        -- What each day with entries adds up to, so that years are summed without their entries.
        CREATE TABLE day_total (
            user_id TEXT NOT NULL,
            date TEXT NOT NULL,
            kcal REAL NOT NULL,
            protein_g REAL NOT NULL,
            fat_g REAL NOT NULL,
            carbohydrate_g REAL NOT NULL,
            entries INTEGER NOT NULL CHECK (entries > 0),
            PRIMARY KEY (user_id, date)
        ) STRICT, WITHOUT ROWID;
        """
    )

    /// Entries and derived tables, targets, and the users' settings.
    static let coreTables = DiaryTables(
        exported: [
            LoggedEntry.table.exported(as: "entries", key: ["id"]),
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
                    "shares_foods": .plain, "language": .plain,
                ]
            ),
        ],
        // A user with entries or food uses also has day totals.
        userTables: ["day_total", "person", "target"]
    )
}
