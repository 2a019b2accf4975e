import Storage

extension DiarySchema {
    /// Targets that differ by day of the week.
    static let weekdayTargets = Migration(
        "diary-weekday-targets",
        "ALTER TABLE target ADD COLUMN weekdays TEXT NOT NULL DEFAULT '{}' CHECK (json_valid(weekdays));"
    )
}
