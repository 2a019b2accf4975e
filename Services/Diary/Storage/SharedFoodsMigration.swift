import Storage

extension DiarySchema {
    /// Whether a user shares foods with others, as published by the profile service.
    static let sharedFoods = Migration(
        "diary-shared-foods-1",
        "ALTER TABLE person ADD COLUMN shares_foods INTEGER NOT NULL DEFAULT 0 CHECK (shares_foods IN (0, 1));"
    )
}
