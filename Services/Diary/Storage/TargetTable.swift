import Contracts
import Storage

extension SQLReader {
    /// The targets that are in force on the days of a span.
    func targets(of user: UserID, in span: DaySpan) throws -> TargetHistory {
        let rows = try rows(
            """
            WITH oldest AS (
                SELECT coalesce(
                    (SELECT max(from_date) FROM target WHERE user_id = ? AND from_date <= ?),
                    (SELECT min(from_date) FROM target WHERE user_id = ?)
                ) AS from_date
            )
            SELECT target.from_date, daily_kcal, protein_g, fat_g, carbohydrate_g
            FROM target CROSS JOIN oldest
            WHERE user_id = ? AND target.from_date >= oldest.from_date
                AND (target.from_date <= ? OR target.from_date = oldest.from_date)
            """,
            [
                user.description, span.from.description, user.description, user.description, span.to.description,
            ]
        )
        return TargetHistory(
            try rows.map { row in
                TargetHistory.Step(
                    from: try row.date("from_date"),
                    target: DayTarget(
                        dailyKcal: try row.value("daily_kcal"),
                        proteinG: try row.value("protein_g"),
                        fatG: try row.value("fat_g"),
                        carbohydrateG: try row.value("carbohydrate_g")
                    )
                )
            }
        )
    }

    /// The day from which the oldest target of a user holds.
    func firstTargetDate(of user: UserID) throws -> PlainDate? {
        let text: String? = try scalar("SELECT min(from_date) FROM target WHERE user_id = ?", [user.description])
        return text.flatMap(PlainDate.init)
    }
}

extension SQLTransaction {
    /// Has a target hold from a day on.
    func keep(_ target: DayTarget, from date: PlainDate, of user: UserID) throws {
        try execute(
            """
            INSERT INTO target (user_id, from_date, daily_kcal, protein_g, fat_g, carbohydrate_g)
            VALUES (?, ?, ?, ?, ?, ?)
            ON CONFLICT (user_id, from_date) DO UPDATE SET
                daily_kcal = excluded.daily_kcal,
                protein_g = excluded.protein_g,
                fat_g = excluded.fat_g,
                carbohydrate_g = excluded.carbohydrate_g
            """,
            [
                user.description, date.description, target.dailyKcal, target.proteinG, target.fatG,
                target.carbohydrateG,
            ]
        )
    }
}

extension SQLRow {
    /// A day that a column holds as text.
    func date(_ column: String) throws -> PlainDate {
        guard let date = PlainDate(try value(column, as: String.self)) else {
            throw ServiceError(.internalError, "The diary holds a day that is none.")
        }
        return date
    }
}
