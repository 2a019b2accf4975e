import Storage

extension DiarySchema {
    /// Whether a food was told to its owner as one that nobody else sees.
    private static let isPrivate =
        "json_extract(snapshot, '$.own') IS 1 AND json_extract(snapshot, '$.shared') IS NOT 1"

    /// A food without what was told of it to one person only.
    private static let snapshot =
        "json_remove(snapshot, '$.own', '$.shared', '$.version', '$.allergenMatches')"

    /// Foods as the catalogue told them last: those that everybody may see, and private ones, each for its owner alone.
    static let keptFoods = Migration(
        "diary-kept-foods-1",
        emptying: ["food"],
        """
        CREATE TABLE kept_food (
            -- Whose private food it is; empty for one that everybody may see.
            user_id TEXT NOT NULL,
            id TEXT NOT NULL,
            snapshot TEXT NOT NULL,
            PRIMARY KEY (user_id, id)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX kept_food_private ON kept_food (id) WHERE user_id <> '';

        INSERT INTO kept_food (user_id, id, snapshot) SELECT '', id, \(snapshot) FROM food WHERE NOT (\(isPrivate));
        -- A private food did not say whose it is; it is kept for those who have it in their diaries or carts.
        INSERT INTO kept_food (user_id, id, snapshot)
        SELECT user_id, id, \(snapshot) FROM food JOIN (
            SELECT user_id, food_id FROM food_use UNION SELECT user_id, food_id FROM cart_item
        ) AS used ON used.food_id = food.id WHERE \(isPrivate);
        DROP TABLE food;
        """
    )

    /// Foods, of which people are told those that are theirs alone; what everybody may see names nobody.
    static let keptFoodTables = DiaryTables(
        exported: [
            ExportTable(
                "kept_food",
                as: "keptFoods",
                key: ["id"],
                columns: ["user_id": .owner, "id": .plain, "snapshot": .json]
            )
        ],
        // Somebody may have asked for one without having kept anything else.
        naming: ["kept_food"]
    )
}
