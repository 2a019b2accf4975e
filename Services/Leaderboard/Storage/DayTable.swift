import Contracts
import Storage

/// Logged days as rows.
enum DayTable {
    static func set(_ day: LoggedDay, entries: Int, of user: UserID, _ transaction: SQLTransaction) throws {
        try transaction.execute(
            """
            INSERT INTO day (user_id, day_number, kcal, target_kcal, entries) VALUES (?, ?, ?, ?, ?)
            ON CONFLICT (user_id, day_number) DO UPDATE SET
                kcal = excluded.kcal, target_kcal = excluded.target_kcal, entries = excluded.entries
            """,
            [user.description, day.date.dayNumber, day.kcal, day.targetKcal, entries]
        )
    }

    static func remove(_ date: PlainDate, of user: UserID, _ transaction: SQLTransaction) throws {
        try transaction.execute(
            "DELETE FROM day WHERE user_id = ? AND day_number = ?",
            [user.description, date.dayNumber]
        )
    }

    static func remove(_ people: SnapshotSpan, _ transaction: SQLTransaction) throws {
        try transaction.execute("DELETE FROM day WHERE user_id > ? AND user_id <= ?", [people.lower, people.upper])
    }

    /// The days within a span of everybody who shares.
    ///
    /// CROSS JOIN has SQLite begin with the people; it would read every day of everybody otherwise.
    static func shared(in span: ClosedRange<PlainDate>, _ reader: SQLReader) throws -> [UserID: [LoggedDay]] {
        let rows = try reader.rows(
            """
            SELECT day.user_id, day_number, kcal, target_kcal
            FROM person CROSS JOIN day
            WHERE shares = 1 AND day.user_id = person.user_id AND day_number BETWEEN ? AND ?
            """,
            [span.lowerBound.dayNumber, span.upperBound.dayNumber]
        )
        var days: [UserID: [LoggedDay]] = [:]
        for row in rows {
            days[try row.user(), default: []].append(
                LoggedDay(
                    date: PlainDate(dayNumber: try row.value("day_number")),
                    kcal: try row.value("kcal"),
                    targetKcal: row.optional("target_kcal")
                )
            )
        }
        return days
    }

    /// The unbroken runs of days that end on a day or later, of everybody who shares.
    ///
    /// Each is followed back day by day, so this costs as many look-ups as the runs are long, whatever else is stored.
    static func sharedRuns(endingFrom date: PlainDate, _ reader: SQLReader) throws -> [UserID: [ClosedRange<PlainDate>]]
    {
        let rows = try reader.rows(
            """
            WITH RECURSIVE run (user_id, last_day, first_day) AS (
                SELECT day.user_id, day_number, day_number
                FROM person CROSS JOIN day
                WHERE shares = 1 AND day.user_id = person.user_id AND day_number >= ? AND NOT EXISTS (
                    SELECT 1 FROM day AS next
                    WHERE next.user_id = day.user_id AND next.day_number = day.day_number + 1
                )
                UNION ALL
                SELECT run.user_id, last_day, day_number
                FROM run JOIN day ON day.user_id = run.user_id AND day_number = first_day - 1
            )
            SELECT user_id, last_day, min(first_day) AS first_day FROM run GROUP BY user_id, last_day
            """,
            [date.dayNumber]
        )
        var runs: [UserID: [ClosedRange<PlainDate>]] = [:]
        for row in rows {
            let first = PlainDate(dayNumber: try row.value("first_day"))
            runs[try row.user(), default: []].append(first...PlainDate(dayNumber: try row.value("last_day")))
        }
        return runs
    }
}
