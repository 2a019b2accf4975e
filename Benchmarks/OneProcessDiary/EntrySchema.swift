import Contracts
import GRDB

/// The row of an entry and its indexes as the set has them, but for the numbers by which its devices hear of changes.
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
            PRIMARY KEY (user_id, id)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX entry_by_day ON entry (user_id, date, meal, position);
        CREATE INDEX entry_by_food ON entry (user_id, food_id, meal, at) WHERE food_id IS NOT NULL;
        """

    /// Answers the position that the entry got.
    static let insert = """
        INSERT INTO entry (
            user_id, id, date, meal, position, at, name,
            kcal, protein_g, fat_g, carbohydrate_g, fiber_g, sugar_g, salt_g, version
        ) VALUES (
            ?1, ?2, ?3, ?4,
            (SELECT coalesce(max(position) + 1, 0) FROM entry WHERE user_id = ?1 AND date = ?3 AND meal = ?4),
            ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14
        ) RETURNING position
        """

    /// What the statement takes.
    static func arguments(_ entry: DiaryEntry, _ user: UserID) -> StatementArguments {
        let nutrients = entry.nutrients
        return [
            user.description, entry.id.description, entry.date.description, entry.meal.rawValue, entry.at, entry.name,
            nutrients.kcal, nutrients.proteinG, nutrients.fatG, nutrients.carbohydrateG, nutrients.fiberG,
            nutrients.sugarG, nutrients.saltG, entry.version,
        ]
    }
}
