import Calendar
import Contracts
import Storage

/// The water and the note of a day.
struct DayExtra: Sendable, Equatable {
    /// The extras of a day that has no row.
    static let empty = DayExtra(waterMl: 0, note: "", version: 0)

    var waterMl: Int
    var note: String
    /// Counts the changes from 1; 0 if the day has no row.
    var version: Int
}

extension SQLReader {
    /// Returns water and notes of the days of a span that have a row.
    func dayExtras(of user: UserID, in span: DaySpan) throws -> [PlainDate: DayExtra] {
        let rows = try rows(
            "SELECT date, water_ml, note, version FROM day_extra WHERE user_id = ? AND date BETWEEN ? AND ?",
            [user.description, span.from.description, span.to.description]
        )
        return Dictionary(uniqueKeysWithValues: try rows.map { (try $0.date("date"), try $0.dayExtra()) })
    }
}

extension SQLReader {
    /// Returns water and note of one day.
    func dayExtra(of user: UserID, on date: PlainDate) throws -> DayExtra {
        try dayExtras(of: user, in: DaySpan(from: date, to: date))[date] ?? .empty
    }
}

extension SQLTransaction {
    /// Stores water and note of a day under the number of the next change.
    func store(_ extra: DayExtra, of user: UserID, on date: PlainDate) throws {
        try execute(
            """
            INSERT INTO day_extra (user_id, date, water_ml, note, version, changed) VALUES (?, ?, ?, ?, ?, ?)
            ON CONFLICT (user_id, date) DO UPDATE SET
                water_ml = excluded.water_ml, note = excluded.note, version = excluded.version, changed = excluded.changed
            """,
            [
                user.description, date.description, extra.waterMl, extra.note, extra.version,
                try nextChange(of: user),
            ]
        )
    }
}

extension SQLRow {
    func dayExtra() throws -> DayExtra {
        DayExtra(waterMl: try value("water_ml"), note: try value("note"), version: try value("version"))
    }
}
