import Contracts
import Storage

extension FoodCatalogSchema {
    /// What diaries and profiles tell: who uses which food how often, its sum over everybody, and who avoids what.
    static let foodUse = Migration(
        "catalog-use-1",
        """
        CREATE TABLE food_use (
            user_id TEXT NOT NULL,
            food_id TEXT NOT NULL,
            uses INTEGER NOT NULL CHECK (uses > 0),
            last_at TEXT NOT NULL,
            PRIMARY KEY (user_id, food_id)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX food_use_by_count ON food_use (user_id, uses, last_at, food_id);

        -- For each food the sum over the rows above, kept with them, so that a search adds up nothing.
        CREATE TABLE food_popularity (
            food_id TEXT PRIMARY KEY NOT NULL,
            uses INTEGER NOT NULL CHECK (uses > 0),
            users INTEGER NOT NULL CHECK (users > 0)
        ) STRICT, WITHOUT ROWID;

        -- Those alone who avoid something.
        CREATE TABLE person (
            user_id TEXT PRIMARY KEY NOT NULL,
            allergens TEXT NOT NULL CHECK (json_valid(allergens))
        ) STRICT, WITHOUT ROWID;
        """
    )

    /// What people have logged and said before the catalogue began to listen.
    static let foodUseFromBefore = Migration.reloading("catalog-use-2", [.diary, .profile])
}
