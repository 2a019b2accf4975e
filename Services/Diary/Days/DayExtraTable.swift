import Calendar
import Contracts
import Storage

/// The description of the water and the note of a day; the table, exports and imports follow from it.
extension DayExtras: Exported {
    static let blank = DayExtras(date: PlainDate(dayNumber: 0), waterMl: 0, note: "", version: 0)

    static let fields: [RecordField<DayExtras>] = [
        RecordField("date", { $0.date }, { $0.date = $1 }),
        RecordField("waterMl", column: "water_ml", { $0.waterMl }, { $0.waterMl = $1 }),
        RecordField("note", { $0.note }, { $0.note = $1 }),
        RecordField("version", { $0.version }, { $0.version = $1 }),
    ]

    /// The table; the user and the number of the change precede the fields.
    static let table = RecordTable(
        "day_extra",
        key: ["user_id", "date"],
        outer: [("user_id", .owner), ("changed", .plain)],
        fields.map(\.column),
        blank: blank
    )

    /// Returns the extras of a day that has no row.
    static func none(on date: PlainDate) -> DayExtras {
        DayExtras(date: date, waterMl: 0, note: "", version: 0)
    }
}

extension SQLReader {
    private static let extrasOfDays = DayExtras.table.columns.select(
        "FROM day_extra WHERE user_id = ? AND date BETWEEN ? AND ?"
    )

    /// Returns water and notes of the days of a span that have a row.
    func dayExtras(of user: UserID, in span: DaySpan) throws -> [PlainDate: DayExtras] {
        let extras = try records(
            DayExtras.table.columns,
            Self.extrasOfDays,
            [user.description, span.from.description, span.to.description]
        )
        return Dictionary(uniqueKeysWithValues: extras.map { ($0.date, $0) })
    }

    /// Returns water and note of one day.
    func dayExtras(of user: UserID, on date: PlainDate) throws -> DayExtras {
        try dayExtras(of: user, in: DaySpan(from: date, to: date))[date] ?? .none(on: date)
    }
}

extension SQLTransaction {
    /// Stores water and note of a day under the number of the next change.
    func store(_ extras: DayExtras, of user: UserID) throws {
        let changed = try nextChange(of: user)
        try upsert(extras, into: DayExtras.table) {
            $0.bind(user.description)
            $0.bind(changed)
        }
    }
}
