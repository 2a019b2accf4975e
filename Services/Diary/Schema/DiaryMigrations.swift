import Storage

extension DiarySchema {
    /// Targets that differ by day of the week.
    static let weekdayTargets = Migration(
        "diary-weekday-targets",
        "ALTER TABLE target ADD COLUMN weekdays TEXT NOT NULL DEFAULT '{}' CHECK (json_valid(weekdays));"
    )

    /// Fiber, sugar and salt of days, and which sums are known.
    ///
    /// Bits of both columns: 1 protein, 2 fat, 4 carbohydrate, 8 fiber, 16 sugar, 32 salt.
    static let dayTotalNutrients = Migration(
        "diary-day-total-2",
        """
        ALTER TABLE day_total ADD COLUMN fiber_g REAL NOT NULL DEFAULT 0;
        ALTER TABLE day_total ADD COLUMN sugar_g REAL NOT NULL DEFAULT 0;
        ALTER TABLE day_total ADD COLUMN salt_g REAL NOT NULL DEFAULT 0;
        -- What at least one entry does not know.
        ALTER TABLE day_total ADD COLUMN unknown INTEGER NOT NULL DEFAULT 0 CHECK (unknown BETWEEN 0 AND 63);
        -- What at least one entry knows.
        ALTER TABLE day_total ADD COLUMN known INTEGER NOT NULL DEFAULT 63 CHECK (known BETWEEN 0 AND 63);
        UPDATE day_total SET
            fiber_g = summed.fiber_g,
            sugar_g = summed.sugar_g,
            salt_g = summed.salt_g,
            unknown = summed.unknown,
            known = summed.known
        FROM (
            SELECT user_id, date, coalesce(sum(fiber_g), 0) AS fiber_g, coalesce(sum(sugar_g), 0) AS sugar_g,
                coalesce(sum(salt_g), 0) AS salt_g,
                max(protein_g IS NULL) + 2 * max(fat_g IS NULL) + 4 * max(carbohydrate_g IS NULL)
                    + 8 * max(fiber_g IS NULL) + 16 * max(sugar_g IS NULL) + 32 * max(salt_g IS NULL) AS unknown,
                max(protein_g IS NOT NULL) + 2 * max(fat_g IS NOT NULL) + 4 * max(carbohydrate_g IS NOT NULL)
                    + 8 * max(fiber_g IS NOT NULL) + 16 * max(sugar_g IS NOT NULL)
                    + 32 * max(salt_g IS NOT NULL) AS known
            FROM entry GROUP BY user_id, date
        ) AS summed WHERE day_total.user_id = summed.user_id AND day_total.date = summed.date;
        """
    )

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

    /// Whether a user shares foods with others, as published by the profile service.
    static let sharedFoods = Migration(
        "diary-shared-foods-1",
        "ALTER TABLE person ADD COLUMN shares_foods INTEGER NOT NULL DEFAULT 0 CHECK (shares_foods IN (0, 1));"
    )

    /// The language of a user, as published by the profile service.
    static let languages = Migration("diary-languages-1", "ALTER TABLE person ADD COLUMN language TEXT;")

    /// Corrects the salt of entries with a food, which was 2.54 times their sodium instead of 2.5 times.
    ///
    /// An entry of a food stores the salt of 100 g, from which its own salt follows.
    /// Bare energy and imported rows stay unchanged: most of them state the salt of a label, and the others look the
    /// same.
    /// Versions and change numbers stay, so that no device reloads years of entries for hundredths of a gram.
    static let saltOfLabels = Migration(
        "diary-salt-of-labels-1",
        """
        UPDATE entry SET
            salt_g_per_100_g = salt_g_per_100_g * 2.5 / 2.54,
            salt_g = round(salt_g_per_100_g * 2.5 / 2.54 * grams / 100, 2)
        WHERE salt_g_per_100_g > 0;
        UPDATE day_total SET salt_g = (
            SELECT coalesce(sum(salt_g), 0) FROM entry INDEXED BY entry_by_day
            WHERE entry.user_id = day_total.user_id AND entry.date = day_total.date
        ) WHERE salt_g > 0;
        """
    )

    /// The names of portions in the user's language at the time of logging.
    static let portionLabels = Migration("diary-portion-labels-1", "ALTER TABLE entry ADD COLUMN portion_label TEXT;")

    /// An index with the names of entries by day, from which a search read them; ``withoutEntryNames`` removes it.
    static let entryNames = Migration(
        "diary-entry-names-1",
        "CREATE INDEX entry_by_name ON entry (user_id, date, id, name);"
    )

    /// A search reads the entries themselves: the index took a tenth of the processor time of each new entry.
    static let withoutEntryNames = Migration("diary-entry-names-2", "DROP INDEX entry_by_name;")

    /// Replaces private names of tables and of a type of events.
    static let names = Migration(
        "diary-names-1",
        renaming: ["book": "change_counter", "entry_gone": "deleted_entry", "kept_food": "stored_food"],
        """
        DROP INDEX entry_gone_by_change;
        DROP INDEX entry_gone_by_age;
        DROP INDEX kept_food_private;
        CREATE INDEX deleted_entry_by_change ON deleted_entry (user_id, changed);
        CREATE INDEX deleted_entry_by_age ON deleted_entry (at);
        CREATE INDEX stored_food_private ON stored_food (id) WHERE user_id <> '';
        UPDATE outbox SET type = 'diary.data.changed' WHERE type = 'diary.book.changed';
        """
    )
}
