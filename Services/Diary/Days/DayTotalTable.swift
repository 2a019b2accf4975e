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
            DayTotal(date: date, nutrients: .zero, entries: 0)
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
        try forEach("SELECT \(DayTotal.columns) FROM day_total \(condition)", arguments) { row in
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
        try reader.forEach(DayTotal.refreshStatement, key) { row in
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
            DayTotal.addStatement,
            binding: { binder in
                binder.bind(user.description)
                binder.bind(entry.date.description)
                binder.bind(nutrients.kcal)
                Nutrient.each { binder.bind(nutrients[$0] ?? 0) }
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
            DayTotal.changeStatement,
            binding: { binder in
                binder.bind(new.kcal - old.kcal)
                Nutrient.each { binder.bind((new[$0] ?? 0) - (old[$0] ?? 0)) }
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

// The columns and statements, which follow from the list of nutrients.
extension DayTotal {
    /// The columns in the order in which `dayTotal()` reads them.
    static let columnNames = ["date"] + Nutrients.columnNames + ["unknown", "known", "entries"]
    fileprivate static let columns = columnNames.joined(separator: ", ")

    fileprivate static let refreshStatement = """
        INSERT INTO day_total (user_id, \(columns))
        SELECT user_id, date, sum(kcal),
            \(list(Nutrient.allCases.map(\.column)) { "coalesce(sum(\($0)), 0)" }),
            \(bits("< count(*)")), \(bits("> 0")), count(*)
        FROM entry INDEXED BY entry_by_day WHERE user_id = ? AND date = ? GROUP BY user_id, date
        ON CONFLICT (user_id, date) DO UPDATE SET \(list(columnNames.dropFirst()) { "\($0) = excluded.\($0)" })
        RETURNING \(columns)
        """

    fileprivate static let addStatement = """
        INSERT INTO day_total (user_id, \(columns)) VALUES (\(list(columnNames) { _ in "?" }), 1)
        ON CONFLICT (user_id, date) DO UPDATE SET
            \(list(Nutrients.columnNames) { "\($0) = day_total.\($0) + excluded.\($0)" }),
            unknown = day_total.unknown | excluded.unknown, known = day_total.known | excluded.known,
            entries = day_total.entries + 1
        RETURNING \(columns)
        """

    fileprivate static let changeStatement = """
        UPDATE day_total SET \(list(Nutrients.columnNames) { "\($0) = \($0) + ?" })
        WHERE user_id = ? AND date = ? RETURNING \(columns)
        """

    private static func list(_ columns: some Sequence<String>, _ item: (String) -> String) -> String {
        columns.map(item).joined(separator: ", ")
    }

    /// Returns the ``NutrientSet`` of the nutrients whose number of stated amounts meets a condition, as SQL.
    private static func bits(_ condition: String) -> String {
        Nutrient.allCases
            .map { "CASE WHEN count(\($0.column)) \(condition) THEN \(1 << $0.index) ELSE 0 END" }
            .joined(separator: " + ")
    }
}

extension SQLCursorRow {
    /// Reads a row by column position.
    ///
    /// Binary sums of hundredths have small rounding errors; reading rounds them to hundredths.
    fileprivate func dayTotal() throws -> DayTotal {
        let next = 1 + Nutrients.columnNames.count
        let known = NutrientSet(rawValue: Int(integer(next + 1)))
        var sums = nutrients(from: 1).inHundredths
        Nutrient.each { if !known.contains($0) { sums[$0] = nil } }
        return DayTotal(
            date: try date(0),
            nutrients: sums,
            unknown: NutrientSet(rawValue: Int(integer(next))),
            entries: Int(integer(next + 2))
        )
    }
}
