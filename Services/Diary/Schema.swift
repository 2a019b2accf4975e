import Contracts
package import Storage

/// The tables of the diary service.
package enum DiarySchema {
    package static let migrations = [
        Migration(
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
        ),
        weekdayTargets,
        PlanTable.migration,
        foodUse,
        .forceReload("diary-tells-food-use"),
        changeLog,
        cart,
        dayTotalNutrients,
        measuredDays,
        .reloading("diary-follows-measurements", [.profile]),
        images,
        storedFoods,
        imports,
        sharedFoods,
        .reloading("diary-follows-shared-foods", [.profile]),
        removedVersions,
        saltOfLabels,
    ]

    /// The parts of the diary in the order of the export.
    private static let parts: [DiaryTables] = [
        coreTables, planTables, changeLogTables, cartTables, bodyTables, imageTables, storedFoodTables, importTables,
    ]

    /// The user's data export.
    package static let export = ExportSource(
        parts.flatMap(\.exported),
        passedOver: parts.reduce(into: [:]) { $0.merge($1.passedOver) { first, _ in first } }
    )

    /// Removes all data of a deleted account; foods that every user may see belong to no account and stay.
    package static let erasure = EventFollower(
        erase: { user, transaction in
            for part in parts {
                for table in part.exported {
                    try transaction.execute("DELETE FROM \(table.name) WHERE user_id = ?", [user.description])
                }
                try part.eraseRest(user, transaction)
            }
        },
        eraseAhead: { user, store in
            try await EntryImageErasure.eraseAhead(user, store)
            try await store.deleteImportPages(of: user)
        },
        people: { after, limit, reader in
            let ids = parts.flatMap(\.userTables).map { "SELECT user_id FROM \($0) WHERE user_id > ?1" }
            return try reader.rows(
                "\(ids.joined(separator: " UNION ")) ORDER BY 1 LIMIT ?2",
                [after?.description ?? "", limit]
            ).map { try $0.user() }
        }
    )
}
