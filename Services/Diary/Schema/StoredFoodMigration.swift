import Storage

extension DiarySchema {
    /// Whether the stored food is private to its owner.
    private static let isPrivate =
        "json_extract(snapshot, '$.own') IS 1 AND json_extract(snapshot, '$.shared') IS NOT 1"

    /// A food without the fields that the catalog adds for one user.
    private static let snapshot =
        "json_remove(snapshot, '$.own', '$.shared', '$.version', '$.allergenMatches')"

    /// Local copies of foods: one for all users, or a private one for its owner alone.
    static let storedFoods = Migration(
        "diary-kept-foods-1",
        emptying: ["food"],
        """
        CREATE TABLE kept_food (
            -- The owner of a private food; empty for one that all users may see.
            user_id TEXT NOT NULL,
            id TEXT NOT NULL,
            snapshot TEXT NOT NULL,
            PRIMARY KEY (user_id, id)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX kept_food_private ON kept_food (id) WHERE user_id <> '';

        INSERT INTO kept_food (user_id, id, snapshot) SELECT '', id, \(snapshot) FROM food WHERE NOT (\(isPrivate));
        -- A private food did not name its owner; it is kept for users with the food in their diaries or carts.
        INSERT INTO kept_food (user_id, id, snapshot)
        SELECT user_id, id, \(snapshot) FROM food JOIN (
            SELECT user_id, food_id FROM food_use UNION SELECT user_id, food_id FROM cart_item
        ) AS used ON used.food_id = food.id WHERE \(isPrivate);
        DROP TABLE food;
        """
    )

    /// Local copies of foods.
    ///
    /// The export contains a user's private ones; copies for all users name no user.
    static let storedFoodTables = DiaryTables(
        exported: [
            ExportTable(
                "stored_food",
                as: "keptFoods",
                key: ["id"],
                columns: ["user_id": .owner, "id": .plain, "snapshot": .json]
            )
        ],
        // A user may have looked up a private food without storing anything else.
        userTables: ["stored_food"]
    )
}
