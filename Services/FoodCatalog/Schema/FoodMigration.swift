import Storage

extension FoodCatalogSchema {
    /// The first table of foods and its index, for the foods of the starter alone.
    static let starterFoods = Migration(
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
    )

    /// Replaces the food table and its index by ones for the foods of all sources and users.
    ///
    /// The previous table held only foods of the starter, which is loaded again with the same ids.
    static let foods = Migration(
        "catalog-2",
        emptying: ["food"],
        """
        DROP TABLE food_index;
        DROP TABLE food;

        CREATE TABLE food (
            number INTEGER PRIMARY KEY,
            id BLOB NOT NULL UNIQUE CHECK (length(id) = 16),
            owner TEXT,
            shared INTEGER NOT NULL DEFAULT 0 CHECK (shared IN (0, 1)),
            prominence INTEGER NOT NULL CHECK (prominence >= 0),
            digest INTEGER NOT NULL,
            version INTEGER NOT NULL DEFAULT 1,
            type TEXT NOT NULL,
            source TEXT NOT NULL,
            source_id TEXT NOT NULL,
            name TEXT NOT NULL CHECK (name <> ''),
            language TEXT NOT NULL,
            names TEXT,
            aliases TEXT,
            brand TEXT,
            category TEXT,
            kcal REAL NOT NULL CHECK (kcal >= 0),
            protein_g REAL CHECK (protein_g >= 0),
            fat_g REAL CHECK (fat_g >= 0),
            carbohydrate_g REAL CHECK (carbohydrate_g >= 0),
            fiber_g REAL CHECK (fiber_g >= 0),
            sugar_g REAL CHECK (sugar_g >= 0),
            saturated_fat_g REAL CHECK (saturated_fat_g >= 0),
            sodium_mg REAL CHECK (sodium_mg >= 0),
            nutrients TEXT,
            portions TEXT,
            flags TEXT,
            allergens TEXT,
            barcode INTEGER,
            ingredients TEXT,
            image_url TEXT
        ) STRICT;
        -- What candidates of a search are ranked by, apart, so that a page of the file has those of many foods.
        CREATE TABLE food_name (
            number INTEGER PRIMARY KEY,
            length INTEGER NOT NULL,
            lines BLOB NOT NULL
        ) STRICT;
        CREATE INDEX food_owner ON food (owner) WHERE owner IS NOT NULL;

        -- Tokens are made by the service. The place of a row tells its rank: what is plain comes first.
        CREATE VIRTUAL TABLE food_index USING fts5 (
            tokens, content = '', columnsize = 0, detail = none,
            tokenize = "ascii tokenchars '=^'", prefix = '1 2 3 4'
        );
        -- As a full-text index, since that is written in order, whatever order the barcodes come in.
        CREATE VIRTUAL TABLE barcode_index USING fts5 (
            barcode, content = '', columnsize = 0, detail = none, tokenize = 'ascii'
        );
        -- A page of an import is one list of each token, and not several.
        INSERT INTO food_index (food_index, rank) VALUES ('hashsize', 8388608);
        CREATE TABLE word (
            word TEXT PRIMARY KEY,
            uses INTEGER NOT NULL CHECK (uses > 0)
        ) STRICT, WITHOUT ROWID;
        CREATE TABLE catalogue_state (
            name TEXT PRIMARY KEY,
            value TEXT NOT NULL
        ) STRICT, WITHOUT ROWID;
        """
    )

    /// Adds the time at which a food was stored first; nothing tells it for the foods that exist.
    static let foodTimes = Migration("catalog-food-times-1", "ALTER TABLE food ADD COLUMN created_at INTEGER;")
}
