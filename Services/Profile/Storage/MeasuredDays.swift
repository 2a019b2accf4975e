import Contracts
import Storage

// What was measured on a day, as others are told of it: the newest weight, and what exercise took. Of several sources that
// count the same movement the one counts that saw most of it.
extension SQLReader {
    /// What was measured on one day.
    ///
    /// The index is named: without statistics SQLite takes the one that has the order, and reads the person's whole history.
    func measured(by user: UserID, on date: PlainDate) throws -> DayMeasured {
        let key: [SQLValue?] = [user.description, date.description]
        let weightKg: Double? = try scalar(
            """
            SELECT value FROM measurement INDEXED BY measurement_of_day
            WHERE user_id = ? AND date = ? AND kind = 'weight' ORDER BY at_ms DESC, id DESC LIMIT 1
            """,
            key
        )
        let exerciseKcal: Double? = try scalar(
            """
            SELECT max(total) FROM (
                SELECT sum(value) AS total FROM measurement INDEXED BY measurement_of_day
                WHERE user_id = ? AND date = ? AND kind = 'activeEnergy' GROUP BY source
            )
            """,
            key
        )
        return DayMeasured(date: date, weightKg: weightKg, exerciseKcal: exerciseKcal)
    }

    /// What was measured on each day on which anything was that is told.
    func measuredDays(of user: UserID) throws -> [DayMeasured] {
        var days: [PlainDate: DayMeasured] = [:]
        for row in try rows(
            """
            SELECT date, value FROM measurement WHERE user_id = ? AND kind = 'weight' ORDER BY at_ms, id
            """,
            [user.description]
        ) {
            let date = try row.date("date")
            days[date] = DayMeasured(date: date, weightKg: try row.value("value"), exerciseKcal: nil)
        }
        for row in try rows(
            """
            SELECT date, max(total) AS kcal FROM (
                SELECT date, sum(value) AS total FROM measurement WHERE user_id = ? AND kind = 'activeEnergy'
                GROUP BY date, source
            ) GROUP BY date
            """,
            [user.description]
        ) {
            let date = try row.date("date")
            days[date, default: DayMeasured(date: date, weightKg: nil, exerciseKcal: nil)].exerciseKcal =
                try row.value("kcal")
        }
        return days.values.sorted { $0.date < $1.date }
    }
}

extension SQLTransaction {
    /// Kinds of which others are told.
    private static let toldKinds: Set<MeasurementKind> = [.weight, .activeEnergy]

    /// Tells of the days on which a change of measurements has changed what was measured.
    ///
    /// - Parameters:
    ///   - measurements: As they were before, or will be.
    ///   - user: Whose they are.
    ///   - change: The change.
    /// - Throws: what the change throws.
    func telling(ofDaysOf measurements: [MeasurementRow], _ user: UserID, _ change: () throws -> Void) throws {
        let dates = Set(measurements.filter { Self.toldKinds.contains($0.kind) }.map(\.date)).sorted()
        let before = try dates.map { try reader.measured(by: user, on: $0) }
        try change()
        for day in before {
            let after = try reader.measured(by: user, on: day.date)
            if after != day { try emit(after, of: user) }
        }
    }
}

extension SQLRow {
    fileprivate func date(_ column: String) throws -> PlainDate {
        guard let date = PlainDate(try value(column, as: String.self)) else {
            throw ServiceError(.internalError, "The database holds a measurement of a day that is none.")
        }
        return date
    }
}
