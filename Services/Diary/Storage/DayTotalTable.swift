import Contracts
import Storage

extension SQLReader {
    /// The days of a span that have entries.
    func dayTotals(of user: UserID, in span: DaySpan) throws -> [DayTotal] {
        try rows(
            "SELECT * FROM day_total WHERE user_id = ? AND date BETWEEN ? AND ? ORDER BY date",
            [user.description, span.from.description, span.to.description]
        ).map { try $0.dayTotal() }
    }

    /// The people with entries whose ids are behind one, in order.
    func peopleWithDays(after user: UserID?, limit: Int) throws -> [UserID] {
        try rows(
            "SELECT DISTINCT user_id FROM day_total WHERE user_id > ? ORDER BY user_id LIMIT ?",
            [user?.description ?? "", limit]
        ).map { try $0.user() }
    }

    /// The newest days with entries, from a day on if one is named, the newest first.
    func newestDayTotals(of user: UserID, from first: PlainDate?, limit: Int) throws -> [DayTotal] {
        try rows(
            "SELECT * FROM day_total WHERE user_id = ? AND date >= ? ORDER BY date DESC LIMIT ?",
            [user.description, first?.description ?? "", limit]
        ).map { try $0.dayTotal() }
    }
}

extension SQLTransaction {
    /// Adds a day's entries up again and gives what the day now adds up to; zero entries when it has none left.
    ///
    /// A sum over the few entries of one day is cheap and cannot drift, as one that is added to and subtracted from for
    /// years would. The index is named because SQLite would read all entries of the user otherwise, by their key.
    func refreshDayTotal(of date: PlainDate, _ user: UserID) throws -> DayTotal {
        let key: [SQLValue?] = [user.description, date.description]
        let changed = try execute(
            """
            INSERT INTO day_total (user_id, date, kcal, protein_g, fat_g, carbohydrate_g, entries)
            SELECT user_id, date, sum(kcal), coalesce(sum(protein_g), 0), coalesce(sum(fat_g), 0),
                coalesce(sum(carbohydrate_g), 0), count(*)
            FROM entry INDEXED BY entry_by_day WHERE user_id = ? AND date = ? GROUP BY user_id, date
            ON CONFLICT (user_id, date) DO UPDATE SET
                kcal = excluded.kcal,
                protein_g = excluded.protein_g,
                fat_g = excluded.fat_g,
                carbohydrate_g = excluded.carbohydrate_g,
                entries = excluded.entries
            """,
            key
        )
        if changed == 0 { try execute("DELETE FROM day_total WHERE user_id = ? AND date = ?", key) }
        let total = try reader.dayTotals(of: user, in: DaySpan(from: date, to: date)).first
        return total ?? DayTotal(date: date, kcal: 0, entries: 0)
    }
}

extension SQLRow {
    /// Sums of hundredths in binary are a hair off; reading brings them back to hundredths.
    fileprivate func dayTotal() throws -> DayTotal {
        DayTotal(
            date: try date("date"),
            kcal: try value("kcal", as: Double.self).inHundredths,
            proteinG: try value("protein_g", as: Double.self).inHundredths,
            fatG: try value("fat_g", as: Double.self).inHundredths,
            carbohydrateG: try value("carbohydrate_g", as: Double.self).inHundredths,
            entries: try value("entries")
        )
    }
}
