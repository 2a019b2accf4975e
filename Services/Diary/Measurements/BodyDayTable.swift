import Calendar
import Contracts
import Storage

extension SQLReader {
    /// Returns the energy spent on exercise, for the days of a span where it is known.
    func exerciseKcal(of user: UserID, in span: DaySpan) throws -> [PlainDate: Double] {
        var exercise: [PlainDate: Double] = [:]
        try forEach(
            """
            SELECT date, exercise_kcal FROM body_day
            WHERE user_id = ? AND date BETWEEN ? AND ? AND exercise_kcal IS NOT NULL
            """,
            [user.description, span.from.description, span.to.description]
        ) { row in
            exercise[try row.date(0)] = row.number(1).inHundredths
            return true
        }
        return exercise
    }

    /// Returns the weights of a span, oldest first, at most one per day.
    func weights(of user: UserID, in span: DaySpan) throws -> [MeasuredWeight] {
        var weights: [MeasuredWeight] = []
        try forEach(
            """
            SELECT date, weight_kg FROM body_day
            WHERE user_id = ? AND date BETWEEN ? AND ? AND weight_kg IS NOT NULL ORDER BY date
            """,
            [user.description, span.from.description, span.to.description]
        ) { row in
            weights.append(MeasuredWeight(date: try row.date(0), kg: row.number(1)))
            return true
        }
        return weights
    }
}

extension SQLTransaction {
    /// Stores the measurements of a day, or deletes the row if there are none left.
    func store(_ measured: DayMeasured, of user: UserID) throws {
        let key: [SQLValue?] = [user.description, measured.date.description]
        guard measured.weightKg != nil || measured.exerciseKcal != nil else {
            try execute("DELETE FROM body_day WHERE user_id = ? AND date = ?", key)
            return
        }
        try execute(
            """
            INSERT INTO body_day (user_id, date, weight_kg, exercise_kcal) VALUES (?, ?, ?, ?)
            ON CONFLICT (user_id, date) DO UPDATE SET
                weight_kg = excluded.weight_kg,
                exercise_kcal = excluded.exercise_kcal
            """,
            key + [measured.weightKg, measured.exerciseKcal]
        )
    }

    /// Removes measured days that a range of the profile snapshot does not contain; returns whether more may be left.
    func removeMeasuredDays(_ span: SnapshotSpan) throws -> Bool {
        let leftovers = try reader.leftovers(of: DayMeasured.type, in: "body_day", key: .text("date"), span)
        for day in leftovers.facts {
            try execute("DELETE FROM body_day WHERE user_id = ? AND date = ?", [day.user.description, day.key])
        }
        return leftovers.isCut
    }
}
