import Calendar
import Contracts
import GRDB

/// The rows that the stack's diary writes for such an entry: entry, change number and day total, with all indexes.
enum EntrySchema {
    static let sql = """
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
            changed INTEGER NOT NULL DEFAULT 0,
            PRIMARY KEY (user_id, id)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX entry_by_day ON entry (user_id, date, meal, position);
        CREATE INDEX entry_by_food ON entry (user_id, food_id, meal, at) WHERE food_id IS NOT NULL;
        CREATE INDEX entry_by_change ON entry (user_id, changed);
        CREATE TABLE change_counter (
            user_id TEXT PRIMARY KEY NOT NULL,
            change INTEGER NOT NULL CHECK (change >= 0)
        ) STRICT, WITHOUT ROWID;
        CREATE TABLE day_total (
            user_id TEXT NOT NULL,
            date TEXT NOT NULL,
            kcal REAL NOT NULL,
            protein_g REAL NOT NULL,
            fat_g REAL NOT NULL,
            carbohydrate_g REAL NOT NULL,
            fiber_g REAL NOT NULL,
            sugar_g REAL NOT NULL,
            salt_g REAL NOT NULL,
            entries INTEGER NOT NULL CHECK (entries > 0),
            PRIMARY KEY (user_id, date)
        ) STRICT, WITHOUT ROWID;
        """

    static let nextChange = """
        INSERT INTO change_counter (user_id, change) VALUES (?, 1)
        ON CONFLICT (user_id) DO UPDATE SET change = change + 1 RETURNING change
        """

    /// Returns the position of the entry.
    static let insert = """
        INSERT INTO entry (
            user_id, id, date, meal, position, at, name,
            kcal, protein_g, fat_g, carbohydrate_g, fiber_g, sugar_g, salt_g, version, changed
        ) VALUES (
            ?1, ?2, ?3, ?4,
            (SELECT coalesce(max(position) + 1, 0) FROM entry WHERE user_id = ?1 AND date = ?3 AND meal = ?4),
            ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15
        ) RETURNING position
        """

    /// Recomputes a day's total, as the stack does.
    static let refreshTotal = """
        INSERT INTO day_total (
            user_id, date, kcal, protein_g, fat_g, carbohydrate_g, fiber_g, sugar_g, salt_g, entries
        )
        SELECT user_id, date, sum(kcal), coalesce(sum(protein_g), 0), coalesce(sum(fat_g), 0),
            coalesce(sum(carbohydrate_g), 0), coalesce(sum(fiber_g), 0), coalesce(sum(sugar_g), 0),
            coalesce(sum(salt_g), 0), count(*)
        FROM entry INDEXED BY entry_by_day WHERE user_id = ? AND date = ? GROUP BY user_id, date
        ON CONFLICT (user_id, date) DO UPDATE SET
            kcal = excluded.kcal,
            protein_g = excluded.protein_g,
            fat_g = excluded.fat_g,
            carbohydrate_g = excluded.carbohydrate_g,
            fiber_g = excluded.fiber_g,
            sugar_g = excluded.sugar_g,
            salt_g = excluded.salt_g,
            entries = excluded.entries
        """

    /// Returns the arguments of `insert`.
    static func arguments(_ entry: DiaryEntry, changed: Int, _ user: UserID) -> StatementArguments {
        let place: StatementArguments = [
            user.description, entry.id.description, entry.date.description, entry.meal.rawValue, entry.at, entry.name,
        ]
        let amounts = [entry.nutrients.kcal] + Nutrient.allCases.map { entry.nutrients[$0] }
        return place + StatementArguments(amounts) + [entry.version, changed]
    }
}
