import Calendar
import Contracts
import Storage

// The measurements of a day, as published to other services: the newest weight and the energy of exercise.
// Several sources may count the same exercise; the source with the largest sum is used.
extension SQLReader {
    /// Returns the measurements of one day.
    ///
    /// The index is named: without statistics SQLite picks the index with the matching order,
    /// and reads the user's whole history.
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
            ) AS selected
            """,
            key
        )
        return DayMeasured(date: date, weightKg: weightKg, exerciseKcal: exerciseKcal)
    }

    /// Returns every day with published measurements, oldest first.
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
            ) AS selected GROUP BY date
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
    /// The kinds that are published to other services.
    private static let publishedKinds: Set<MeasurementKind> = [.weight, .activeEnergy]

    /// Runs a change of measurements and emits an event for each day with changed values.
    ///
    /// - Parameters:
    ///   - measurements: The measurements before and after the change.
    ///   - user: The user.
    ///   - change: The change.
    /// - Throws: Errors of the change and the database.
    func emittingDayChanges(of measurements: [MeasurementRow], _ user: UserID, _ change: () throws -> Void) throws {
        let dates = Set(measurements.filter { Self.publishedKinds.contains($0.kind) }.map(\.date)).sorted()
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
            throw ServiceError(.internalError, "The database holds a measurement with an unreadable date.")
        }
        return date
    }
}
