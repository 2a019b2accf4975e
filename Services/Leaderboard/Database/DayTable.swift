import Calendar
import Contracts
import Storage

/// Reads and writes logged days.
enum DayTable {
    static func set(_ day: LoggedDay, entries: Int, of user: UserID, _ transaction: SQLTransaction) throws {
        try transaction.execute(
            """
            INSERT INTO day (user_id, day_number, kcal, target_kcal, entries, complete) VALUES (?, ?, ?, ?, ?, ?)
            ON CONFLICT (user_id, day_number) DO UPDATE SET
                kcal = excluded.kcal,
                target_kcal = excluded.target_kcal,
                entries = excluded.entries,
                complete = excluded.complete
            """,
            [user.description, day.date.dayNumber, day.kcal, day.targetKcal, entries, day.isComplete ? 1 : 0]
        )
    }

    static func remove(_ date: PlainDate, of user: UserID, _ transaction: SQLTransaction) throws {
        try transaction.execute(
            "DELETE FROM day WHERE user_id = ? AND day_number = ?",
            [user.description, date.dayNumber]
        )
    }

    /// Returns a user's logged days within a span, oldest first.
    static func days(of user: UserID, in span: ClosedRange<PlainDate>, _ reader: SQLReader) throws -> [LoggedDay] {
        var days: [LoggedDay] = []
        try reader.forEach(
            """
            SELECT day_number, kcal, target_kcal, complete FROM day
            WHERE user_id = ? AND day_number BETWEEN ? AND ? ORDER BY day_number
            """,
            [user.description, span.lowerBound.dayNumber, span.upperBound.dayNumber]
        ) { row in
            days.append(
                LoggedDay(
                    date: PlainDate(dayNumber: Int(row.integer(0))),
                    kcal: row.number(1),
                    targetKcal: row.optionalInteger(2).map { Int($0) },
                    isComplete: row.integer(3) != 0
                )
            )
            return true
        }
        return days
    }

    /// Returns a user's first logged day on or after a date.
    static func first(of user: UserID, from date: PlainDate, _ reader: SQLReader) throws -> PlainDate? {
        let number: Int? = try reader.scalar(
            "SELECT day_number FROM day WHERE user_id = ? AND day_number >= ? ORDER BY day_number LIMIT 1",
            [user.description, date.dayNumber]
        )
        return number.map { PlainDate(dayNumber: $0) }
    }
}
