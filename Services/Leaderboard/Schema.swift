import Contracts
package import Storage

/// The tables of the leaderboard: copies of events of other services, and the boards computed from them.
package enum LeaderboardSchema {
    /// SQLite page cache: holds the upper B-tree levels of the boards of a million users.
    ///
    /// An update then reads little else than leaf pages from the disk.
    static let pageCacheKiB = 16_384

    /// All migrations, in order.
    package static let migrations = [
        Migration(
            "leaderboard-1",
            """
            CREATE TABLE person (
                user_id TEXT PRIMARY KEY NOT NULL,
                name TEXT NOT NULL,
                shares INTEGER NOT NULL CHECK (shares IN (0, 1)),
                time_zone TEXT NOT NULL,
                day_start_hour INTEGER NOT NULL
            ) STRICT, WITHOUT ROWID;
            CREATE INDEX person_sharing ON person (user_id) WHERE shares = 1;

            CREATE TABLE day (
                user_id TEXT NOT NULL,
                day_number INTEGER NOT NULL,
                kcal REAL NOT NULL CHECK (kcal >= 0),
                target_kcal INTEGER CHECK (target_kcal > 0),
                entries INTEGER NOT NULL CHECK (entries > 0),
                PRIMARY KEY (user_id, day_number)
            ) STRICT, WITHOUT ROWID;
            """
        ),
        boardsMigration,
        groups,
        challenges,
        // The foods of recent days of users that share them.
        Migration(
            "leaderboard-foods-1",
            """
            -- Users that share their foods.
            CREATE TABLE food_sharer (user_id TEXT PRIMARY KEY NOT NULL) STRICT, WITHOUT ROWID;

            CREATE TABLE day_food (
                user_id TEXT NOT NULL,
                day_number INTEGER NOT NULL,
                foods TEXT NOT NULL CHECK (json_valid(foods)),
                PRIMARY KEY (user_id, day_number)
            ) STRICT, WITHOUT ROWID;
            CREATE INDEX day_food_by_day ON day_food (day_number);
            """
        ),
        .reloading("leaderboard-follows-shared-foods", [.profile]),
        challengeMakers,
        fullDays,
        streakName,
        completeDays,
        foodOrder,
    ]
}
