import Calendar
import Contracts
import Storage

extension SQLReader {
    /// Returns the totals of the days in a span that have entries.
    func dayTotals(of user: UserID, in span: DaySpan) throws -> [DayTotal] {
        try dayTotals(
            "WHERE user_id = ? AND date BETWEEN ? AND ? ORDER BY date",
            [user.description, span.from.description, span.to.description]
        )
    }

    /// Returns the totals of the days in a span that have entries or are marked as complete, with their marks.
    ///
    /// A marked day without entries has totals of 0: the user says that nothing was eaten.
    func markedDayTotals(of user: UserID, in span: DaySpan) throws -> [DayTotal] {
        let (totals, marked) = (try dayTotals(of: user, in: span), try markedDays(of: user, in: span))
        guard !marked.isEmpty else { return totals }
        let fasted = marked.subtracting(totals.map(\.date)).map { date in
            DayTotal(date: date, nutrients: .none, entries: 0)
        }
        return (totals + fasted).sorted { $0.date < $1.date }.marked(marked)
    }

    /// Returns the energy of each month of a span that has entries, by its first day.
    ///
    /// SQLite adds up the days: the energy alone needs a tenth of the time of whole totals.
    func monthKcal(of user: UserID, in months: DaySpan) throws -> [PlainDate: Double] {
        var sums: [PlainDate: Double] = [:]
        try forEach(
            """
            SELECT min(date), sum(kcal) FROM day_total
            WHERE user_id = ? AND date BETWEEN ? AND ? GROUP BY substr(date, 1, 7)
            """,
            [user.description, months.from.description, months.to.description]
        ) { row in
            sums[DayMath.month(of: try row.date(0)).from] = row.number(1).inHundredths
            return true
        }
        return sums
    }

    /// Returns users with entries in the order of their ids, after the given one.
    func usersWithDays(after user: UserID?, limit: Int) throws -> [UserID] {
        try rows(
            "SELECT DISTINCT user_id FROM day_total WHERE user_id > ? ORDER BY user_id LIMIT ?",
            [user?.description ?? "", limit]
        ).map { try $0.user() }
    }

    /// Returns the newest days with entries, the newest first.
    ///
    /// - Parameters:
    ///   - user: The owner of the diary.
    ///   - first: The first day to include; nil for no bound.
    ///   - end: The day after the last one to include; nil for no bound.
    ///   - limit: The maximum number of days.
    /// - Returns: The totals.
    /// - Throws: What SQLite throws.
    func newestDayTotals(
        of user: UserID,
        from first: PlainDate?,
        before end: PlainDate? = nil,
        limit: Int
    ) throws -> [DayTotal] {
        try dayTotals(
            "WHERE user_id = ? AND date >= ? AND date < ? ORDER BY date DESC LIMIT ?",
            [user.description, first?.description ?? "", end?.description ?? Self.afterAllDates, limit]
        )
    }

    /// Sorts after every date.
    private static var afterAllDates: String { "~" }

    private func dayTotals(_ condition: String, _ arguments: [SQLValue?]) throws -> [DayTotal] {
        var totals: [DayTotal] = []
        try forEach(
            """
            SELECT \(DayTotal.columns) FROM day_total \(condition)
            """,
            arguments
        ) { row in
            totals.append(try row.dayTotal())
            return true
        }
        return totals
    }
}

extension SQLTransaction {
    /// Recomputes and returns the total of a day; it has zero entries when none are left.
    ///
    /// Summing the few entries of one day is cheap. It also removes the rounding errors of ``addToDayTotal(_:_:)`` and
    /// ``changeDayTotal(from:to:_:)``.
    /// The index is named because SQLite would otherwise read all entries of the user by primary key.
    func refreshDayTotal(of date: PlainDate, _ user: UserID) throws -> DayTotal {
        let key: [SQLValue?] = [user.description, date.description]
        var total: DayTotal?
        try reader.forEach(
            """
            INSERT INTO day_total (
                user_id, date, kcal, protein_g, fat_g, carbohydrate_g, fiber_g, sugar_g, salt_g, unknown, known, entries
            )
            SELECT user_id, date, sum(kcal), coalesce(sum(protein_g), 0), coalesce(sum(fat_g), 0),
                coalesce(sum(carbohydrate_g), 0), coalesce(sum(fiber_g), 0), coalesce(sum(sugar_g), 0),
                coalesce(sum(salt_g), 0),
                max(protein_g IS NULL) + 2 * max(fat_g IS NULL) + 4 * max(carbohydrate_g IS NULL)
                    + 8 * max(fiber_g IS NULL) + 16 * max(sugar_g IS NULL) + 32 * max(salt_g IS NULL),
                max(protein_g IS NOT NULL) + 2 * max(fat_g IS NOT NULL) + 4 * max(carbohydrate_g IS NOT NULL)
                    + 8 * max(fiber_g IS NOT NULL) + 16 * max(sugar_g IS NOT NULL) + 32 * max(salt_g IS NOT NULL),
                count(*)
            FROM entry INDEXED BY entry_by_day WHERE user_id = ? AND date = ? GROUP BY user_id, date
            ON CONFLICT (user_id, date) DO UPDATE SET
                kcal = excluded.kcal,
                protein_g = excluded.protein_g,
                fat_g = excluded.fat_g,
                carbohydrate_g = excluded.carbohydrate_g,
                fiber_g = excluded.fiber_g,
                sugar_g = excluded.sugar_g,
                salt_g = excluded.salt_g,
                unknown = excluded.unknown,
                known = excluded.known,
                entries = excluded.entries
            RETURNING \(DayTotal.columns)
            """,
            key
        ) { row in
            total = try row.dayTotal()
            return true
        }
        if let total { return total }
        try execute("DELETE FROM day_total WHERE user_id = ? AND date = ?", key)
        return DayTotal(date: date, nutrients: Nutrients(kcal: 0), entries: 0)
    }

    /// Adds a new entry to the total of its day and returns the new total.
    ///
    /// The rounding error of an addition is in the last of 53 bits. It stays far below a hundredth even after a million
    /// additions.
    /// A removal recomputes the day.
    func addToDayTotal(_ entry: DiaryEntry, _ user: UserID) throws -> DayTotal {
        let nutrients = entry.nutrients
        var total: DayTotal?
        try reader.forEach(
            """
            INSERT INTO day_total (
                user_id, date, kcal, protein_g, fat_g, carbohydrate_g, fiber_g, sugar_g, salt_g, unknown, known, entries
            ) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 1)
            ON CONFLICT (user_id, date) DO UPDATE SET
                kcal = kcal + excluded.kcal,
                protein_g = protein_g + excluded.protein_g,
                fat_g = fat_g + excluded.fat_g,
                carbohydrate_g = carbohydrate_g + excluded.carbohydrate_g,
                fiber_g = fiber_g + excluded.fiber_g,
                sugar_g = sugar_g + excluded.sugar_g,
                salt_g = salt_g + excluded.salt_g,
                unknown = unknown | excluded.unknown,
                known = known | excluded.known,
                entries = entries + 1
            RETURNING \(DayTotal.columns)
            """,
            binding: { binder in
                binder.bind(user.description)
                binder.bind(entry.date.description)
                binder.bind(nutrients.kcal)
                for amount in nutrients.unknownAsZero { binder.bind(amount) }
                binder.bind(NutrientSet.all.subtracting(nutrients.known).rawValue)
                binder.bind(nutrients.known.rawValue)
            },
            { row in
                total = try row.dayTotal()
                return true
            }
        )
        guard let total else {
            throw ServiceError(.internalError, "The database returned no total for the changed day.")
        }
        return total
    }
}

extension SQLTransaction {
    /// Adjusts the total of a day by the difference of one changed entry and returns the new total.
    ///
    /// The rounding error is as small as in ``addToDayTotal(_:_:)``.
    ///
    /// - Parameters:
    ///   - before: The entry as it was stored.
    ///   - after: The entry as it is stored now.
    ///   - user: The owner of the diary.
    /// - Returns: nil if the entry moved to another day or knows other nutrients. The caller must then recompute the
    ///   days.
    /// - Throws: What the database throws.
    func changeDayTotal(from before: DiaryEntry, to after: DiaryEntry, _ user: UserID) throws -> DayTotal? {
        let (old, new) = (before.nutrients, after.nutrients)
        guard before.date == after.date, old.known == new.known else { return nil }
        var total: DayTotal?
        try reader.forEach(
            """
            UPDATE day_total SET
                kcal = kcal + ?, protein_g = protein_g + ?, fat_g = fat_g + ?, carbohydrate_g = carbohydrate_g + ?,
                fiber_g = fiber_g + ?, sugar_g = sugar_g + ?, salt_g = salt_g + ?
            WHERE user_id = ? AND date = ? RETURNING \(DayTotal.columns)
            """,
            binding: { binder in
                binder.bind(new.kcal - old.kcal)
                for (new, old) in zip(new.unknownAsZero, old.unknownAsZero) { binder.bind(new - old) }
                binder.bind(user.description)
                binder.bind(after.date.description)
            },
            { row in
                total = try row.dayTotal()
                return true
            }
        )
        return total
    }
}

extension [DayTotal] {
    /// Returns the totals with their marks.
    func marked(_ dates: Set<PlainDate>) -> [DayTotal] {
        guard !dates.isEmpty else { return self }
        return map { total in
            var total = total
            total.isMarked = dates.contains(total.date)
            return total
        }
    }
}

extension Nutrients {
    /// The amounts of nothing: all known, and 0.
    fileprivate static let none = Nutrients(
        kcal: 0,
        proteinG: 0,
        fatG: 0,
        carbohydrateG: 0,
        fiberG: 0,
        sugarG: 0,
        saltG: 0
    )

    /// The amounts besides energy in the order of the columns, with 0 for an unknown one.
    fileprivate var unknownAsZero: [Double] {
        [proteinG ?? 0, fatG ?? 0, carbohydrateG ?? 0, fiberG ?? 0, sugarG ?? 0, saltG ?? 0]
    }
}

extension DayTotal {
    /// The columns in the order in which `dayTotal()` reads them.
    fileprivate static let columns =
        "date, kcal, protein_g, fat_g, carbohydrate_g, fiber_g, sugar_g, salt_g, unknown, known, entries"
}

extension SQLCursorRow {
    /// Reads a row by column position.
    ///
    /// Binary sums of hundredths have small rounding errors; reading rounds them to hundredths.
    fileprivate func dayTotal() throws -> DayTotal {
        let known = NutrientSet(rawValue: Int(integer(9)))
        func amount(_ column: Int, _ nutrient: NutrientSet) -> Double? {
            known.contains(nutrient) ? number(column).inHundredths : nil
        }
        return DayTotal(
            date: try date(0),
            nutrients: Nutrients(
                kcal: number(1).inHundredths,
                proteinG: amount(2, .protein),
                fatG: amount(3, .fat),
                carbohydrateG: amount(4, .carbohydrate),
                fiberG: amount(5, .fiber),
                sugarG: amount(6, .sugar),
                saltG: amount(7, .salt)
            ),
            unknown: NutrientSet(rawValue: Int(integer(8))),
            entries: Int(integer(10))
        )
    }
}
