import Storage

extension FoodCatalogSchema {
    /// Cached answers of remote sources: a food is stored once, however many answers contain it.
    static let remoteAnswers = Migration(
        "catalog-remote-1",
        """
        CREATE TABLE remote_answer (
            source TEXT NOT NULL,
            question TEXT NOT NULL,
            -- The foods' ids at the source, in its order.
            ids TEXT NOT NULL,
            left_out INTEGER NOT NULL CHECK (left_out >= 0),
            -- Seconds since 1970.
            expires_at INTEGER NOT NULL,
            PRIMARY KEY (source, question)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX remote_answer_by_end ON remote_answer (expires_at);
        CREATE TABLE remote_food (
            source TEXT NOT NULL,
            source_id TEXT NOT NULL,
            food TEXT NOT NULL,
            expires_at INTEGER NOT NULL,
            PRIMARY KEY (source, source_id)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX remote_food_by_end ON remote_food (expires_at);
        """
    )

    /// Cached foods are also found by the ids that they have in the catalog, for their pictures.
    ///
    /// SQLite cannot compute the ids of cached foods, so the caches are emptied.
    static let idsOfRemoteFoods = Migration(
        "catalog-remote-2",
        emptying: ["remote_answer", "remote_food"],
        """
        DELETE FROM remote_answer;
        DROP TABLE remote_food;
        CREATE TABLE remote_food (
            source TEXT NOT NULL,
            source_id TEXT NOT NULL,
            food_id BLOB NOT NULL,
            food TEXT NOT NULL,
            expires_at INTEGER NOT NULL,
            PRIMARY KEY (source, source_id)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX remote_food_by_end ON remote_food (expires_at);
        CREATE INDEX remote_food_by_food_id ON remote_food (food_id);
        """
    )
}
