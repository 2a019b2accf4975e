import Storage

extension DiarySchema {
    /// Who lets others see what they eat, as profile tells it.
    static let sharedFoods = Migration(
        "diary-shared-foods-1",
        "ALTER TABLE person ADD COLUMN shares_foods INTEGER NOT NULL DEFAULT 0 CHECK (shares_foods IN (0, 1));"
    )
}
