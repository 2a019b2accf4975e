import Contracts
import Storage

extension FoodCatalogSchema {
    /// The tables for events of diary and profile: uses per user, their totals, and avoided allergens.
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

        -- Only users who avoid something.
        CREATE TABLE person (
            user_id TEXT PRIMARY KEY NOT NULL,
            allergens TEXT NOT NULL CHECK (json_valid(allergens))
        ) STRICT, WITHOUT ROWID;
        """
    )

    /// Loads the snapshots of diary and profile, for data from before the catalog subscribed to them.
    static let foodUseSnapshots = Migration.reloading("catalog-use-2", [.diary, .profile])

    /// The amount of the newest entry; null for uses that events of older versions told.
    static let usualAmounts = Migration(
        "catalog-use-3",
        """
        ALTER TABLE food_use ADD COLUMN grams REAL;
        ALTER TABLE food_use ADD COLUMN portion TEXT;
        ALTER TABLE food_use ADD COLUMN quantity REAL;
        """
    )

    /// Loads the diary's snapshot again, now with amounts.
    ///
    /// Other services need no reload, so the diary keeps its epoch.
    static let usualAmountSnapshots = Migration.reloading("catalog-use-4", [.diary])
}
