package import Storage

/// The tables of the food catalog.
package enum FoodCatalogSchema {
    /// All migrations, in order.
    package static let migrations = [
        Migration(
            "catalog-1",
            """
            CREATE TABLE food (
                number INTEGER PRIMARY KEY,
                id TEXT NOT NULL UNIQUE,
                name TEXT NOT NULL CHECK (name <> ''),
                brand TEXT,
                category TEXT,
                source TEXT NOT NULL,
                kcal REAL NOT NULL CHECK (kcal >= 0),
                protein_g REAL NOT NULL CHECK (protein_g >= 0),
                fat_g REAL NOT NULL CHECK (fat_g >= 0),
                carbohydrate_g REAL NOT NULL CHECK (carbohydrate_g >= 0),
                fiber_g REAL CHECK (fiber_g >= 0),
                sugar_g REAL CHECK (sugar_g >= 0),
                saturated_fat_g REAL CHECK (saturated_fat_g >= 0),
                sodium_mg REAL CHECK (sodium_mg >= 0),
                portions TEXT NOT NULL,
                words TEXT NOT NULL,
                stems TEXT NOT NULL,
                lead_start INTEGER NOT NULL CHECK (lead_start >= 0),
                lead_end INTEGER NOT NULL CHECK (lead_end >= lead_start),
                detail INTEGER NOT NULL CHECK (detail >= 0)
            ) STRICT;

            CREATE VIRTUAL TABLE food_index USING fts5 (
                words, stems,
                content = 'food', content_rowid = 'number',
                tokenize = 'unicode61 remove_diacritics 2', prefix = '1 2 3 4'
            );
            CREATE TRIGGER food_inserted AFTER INSERT ON food BEGIN
                INSERT INTO food_index (rowid, words, stems) VALUES (new.number, new.words, new.stems);
            END;
            CREATE TRIGGER food_deleted AFTER DELETE ON food BEGIN
                INSERT INTO food_index (food_index, rowid, words, stems)
                VALUES ('delete', old.number, old.words, old.stems);
            END;
            CREATE TRIGGER food_renamed AFTER UPDATE OF words, stems ON food BEGIN
                INSERT INTO food_index (food_index, rowid, words, stems)
                VALUES ('delete', old.number, old.words, old.stems);
                INSERT INTO food_index (rowid, words, stems) VALUES (new.number, new.words, new.stems);
            END;
            """
        ),
        FoodMigration.migration,
        foodUse,
        foodUseSnapshots,
        RemoteCache.migration,
        RecipeMigration.migration,
        FoodImageMigration.migration,
        HealthyFoodMigration.migration,
        ForeignIngredients.migration,
        PlannableFoods.migration,
        IndexMerging.migration,
    ]
}
