import Calendar
import Contracts
import FoundationEssentials
import Storage

extension SQLReader {
    /// Returns the targets in force on the days of a span.
    ///
    /// The span bounds the read on both sides: with a weight logged daily, ten years have a target for each day.
    /// CROSS JOIN makes SQLite find the bounds first.
    func targets(of user: UserID, in span: DaySpan) throws -> TargetHistory {
        var steps: [TargetHistory.Step] = []
        try forEach(
            """
            WITH oldest AS (
                SELECT coalesce(
                    (SELECT max(from_date) FROM target WHERE user_id = ?1 AND from_date <= ?2),
                    (SELECT min(from_date) FROM target WHERE user_id = ?1)
                ) AS from_date
            )
            SELECT target.from_date, daily_kcal, protein_g, fat_g, carbohydrate_g, weekdays
            FROM oldest CROSS JOIN target
            WHERE user_id = ?1 AND target.from_date
                BETWEEN oldest.from_date AND CASE WHEN ?3 > oldest.from_date THEN ?3 ELSE oldest.from_date END
            """,
            [user.description, span.from.description, span.to.description]
        ) { row in
            steps.append(try row.targetStep())
            return true
        }
        return TargetHistory(steps)
    }

    /// Returns the target in force on a day.
    ///
    /// Equivalent to a span of one day, with cheaper queries, because every change of a day needs it.
    func targets(of user: UserID, on date: PlainDate) throws -> TargetHistory {
        let columns = "from_date, daily_kcal, protein_g, fat_g, carbohydrate_g, weekdays"
        let step =
            try first(
                "SELECT \(columns) FROM target WHERE user_id = ? AND from_date <= ? ORDER BY from_date DESC LIMIT 1",
                binding: {
                    $0.bind(user.description)
                    $0.bind(date.description)
                },
                { try $0.targetStep() }
            )
            ?? first(
                "SELECT \(columns) FROM target WHERE user_id = ? ORDER BY from_date LIMIT 1",
                binding: { $0.bind(user.description) },
                { try $0.targetStep() }
            )
        return TargetHistory(step.map { [$0] } ?? [])
    }

    /// Returns the newest target date before a day.
    func targetDate(before date: PlainDate, of user: UserID) throws -> PlainDate? {
        let text: String? = try scalar(
            "SELECT max(from_date) FROM target WHERE user_id = ? AND from_date < ?",
            [user.description, date.description]
        )
        return text.flatMap(PlainDate.init)
    }

    /// Returns the oldest target date after a day.
    func targetDate(after date: PlainDate, of user: UserID) throws -> PlainDate? {
        let text: String? = try scalar(
            "SELECT min(from_date) FROM target WHERE user_id = ? AND from_date > ?",
            [user.description, date.description]
        )
        return text.flatMap(PlainDate.init)
    }
}

extension SQLTransaction {
    /// Stores a target that holds from a day on, with exceptions for days of the week.
    func store(
        _ target: DayTarget,
        weekdays: [String: DayTarget],
        from date: PlainDate,
        of user: UserID
    ) throws {
        try execute(
            """
            INSERT INTO target (user_id, from_date, daily_kcal, protein_g, fat_g, carbohydrate_g, weekdays)
            VALUES (?, ?, ?, ?, ?, ?, ?)
            ON CONFLICT (user_id, from_date) DO UPDATE SET
                daily_kcal = excluded.daily_kcal,
                protein_g = excluded.protein_g,
                fat_g = excluded.fat_g,
                carbohydrate_g = excluded.carbohydrate_g,
                weekdays = excluded.weekdays
            WHERE (
                target.daily_kcal, target.protein_g, target.fat_g, target.carbohydrate_g, target.weekdays
            ) <> (
                excluded.daily_kcal, excluded.protein_g, excluded.fat_g, excluded.carbohydrate_g, excluded.weekdays
            )
            """,
            [
                user.description, date.description, target.dailyKcal, target.proteinG, target.fatG,
                target.carbohydrateG, try Self.sortedText(weekdays),
            ]
        )
    }

    /// Encodes with sorted keys, so that equal weekdays give equal text and a repeated target is recognized.
    private static func sortedText(_ weekdays: [String: DayTarget]) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        return String(decoding: try encoder.encode(weekdays), as: UTF8.self)
    }

    func removeTarget(from date: PlainDate, of user: UserID) throws {
        try execute("DELETE FROM target WHERE user_id = ? AND from_date = ?", [user.description, date.description])
    }
}

extension SQLCursorRow {
    /// Reads the columns in the order in which they are selected above.
    fileprivate func targetStep() throws -> TargetHistory.Step {
        let weekdays = text(5)
        return TargetHistory.Step(
            from: try date(0),
            target: DayTarget(
                dailyKcal: Int(integer(1)),
                proteinG: number(2),
                fatG: number(3),
                carbohydrateG: number(4)
            ),
            // With a weight logged daily there is a target per day, and most targets have no weekdays.
            weekdays: weekdays == "{}" ? [:] : try JSONText(text: weekdays).decode([String: DayTarget].self)
        )
    }
}
