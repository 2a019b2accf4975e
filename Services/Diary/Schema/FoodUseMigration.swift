import Storage

extension DiarySchema {
    /// The uses of each food by each user, so that reads do not count years of entries.
    static let foodUse = Migration(
        "diary-food-use-1",
        """
        -- Finds the newest entry that is left with a food in a meal.
        CREATE INDEX entry_by_food ON entry (user_id, food_id, meal, at) WHERE food_id IS NOT NULL;

        CREATE TABLE food_use (
            user_id TEXT NOT NULL,
            food_id TEXT NOT NULL,
            -- 'any' for the sum of all meals.
            meal TEXT NOT NULL CHECK (meal IN ('any', 'breakfast', 'lunch', 'dinner', 'snack')),
            count INTEGER NOT NULL CHECK (count > 0),
            last_at TEXT NOT NULL,
            -- The newest entry, by which the food can be logged again as it was.
            last_entry TEXT NOT NULL,
            PRIMARY KEY (user_id, food_id, meal)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX food_use_by_time ON food_use (user_id, meal, last_at, food_id);
        CREATE INDEX food_use_by_count ON food_use (user_id, meal, count, last_at, food_id);

        INSERT INTO food_use (user_id, food_id, meal, count, last_at, last_entry)
        SELECT user_id, food_id, meal, uses, at, id FROM (
            SELECT user_id, food_id, meal, at, id,
                count(*) OVER (PARTITION BY user_id, food_id, meal) AS uses,
                row_number() OVER (PARTITION BY user_id, food_id, meal ORDER BY at DESC, id DESC) AS place
            FROM entry WHERE food_id IS NOT NULL
        ) WHERE place = 1;
        INSERT INTO food_use (user_id, food_id, meal, count, last_at, last_entry)
        SELECT user_id, food_id, 'any', uses, last_at, last_entry FROM (
            SELECT user_id, food_id, last_at, last_entry,
                sum(count) OVER (PARTITION BY user_id, food_id) AS uses,
                row_number() OVER (PARTITION BY user_id, food_id ORDER BY last_at DESC, last_entry DESC) AS place
            FROM food_use
        ) WHERE place = 1;
        """
    )
}
