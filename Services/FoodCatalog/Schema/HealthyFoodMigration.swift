import Storage

extension FoodCatalogSchema {
    /// The table of healthy foods: rows of the bundled file and rows added by staff.
    static let healthyFoods = Migration(
        "catalog-healthy-1",
        """
        CREATE TABLE healthy_food (
            id TEXT PRIMARY KEY,
            position INTEGER NOT NULL,
            name TEXT NOT NULL CHECK (name <> ''),
            names TEXT NOT NULL,
            kcal REAL NOT NULL CHECK (kcal >= 0),
            description TEXT NOT NULL,
            descriptions TEXT NOT NULL,
            image_url TEXT,
            recipe_url TEXT,
            category TEXT NOT NULL,
            food_id BLOB CHECK (length(food_id) = 16),
            version INTEGER NOT NULL DEFAULT 1,
            -- Whether it came with the file; it stays when it is removed, so that no newer file brings it back.
            is_of_file INTEGER NOT NULL CHECK (is_of_file IN (0, 1)),
            is_touched INTEGER NOT NULL DEFAULT 0 CHECK (is_touched IN (0, 1)),
            is_removed INTEGER NOT NULL DEFAULT 0 CHECK (is_removed IN (0, 1))
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX healthy_food_position ON healthy_food (position, id);
        """
    )
}
