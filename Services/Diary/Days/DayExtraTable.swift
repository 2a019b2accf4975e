import Calendar
import Contracts
import FoodFormats
import Storage

/// The description of the extras of a day; the table, exports and imports follow from it.
extension DayExtras: Exported {
    static let blank = DayExtras(date: PlainDate(dayNumber: 0), waterMl: 0, note: "", version: 0)

    static let fields: [RecordField<DayExtras>] = [
        RecordField("date", { $0.date }, { $0.date = $1 }),
        RecordField("waterMl", column: "water_ml", { $0.waterMl }, { $0.waterMl = $1 }),
        RecordField("note", { $0.note }, { $0.note = $1 }),
        RecordField("version", { $0.version }, { $0.version = $1 }),
        // 1 or nothing, so that days without the mark look in files as they always did.
        RecordField(
            "isComplete",
            column: "is_complete",
            check: { (mark: Int?) throws(RowRefusal) in
                if let mark, mark != 1 {
                    throw RowRefusal("isComplete is not 1", .wrongFormat, ["field": "isComplete", "expected": "1"])
                }
            },
            { $0.isComplete ? 1 : nil },
            { $0.isComplete = $1 == 1 }
        ),
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

    /// Returns the days of a span that the user has marked as complete.
    ///
    /// The index has only such days, so that years without a mark cost nothing.
    func markedDays(of user: UserID, in span: DaySpan) throws -> Set<PlainDate> {
        var dates: Set<PlainDate> = []
        try forEach(
            """
            SELECT date FROM day_extra INDEXED BY day_extra_complete
            WHERE user_id = ? AND is_complete = 1 AND date BETWEEN ? AND ?
            """,
            [user.description, span.from.description, span.to.description]
        ) { row in
            dates.insert(try row.date(0))
            return true
        }
        return dates
    }

    /// Returns whether the user has marked a day as complete.
    func isMarked(_ date: PlainDate, of user: UserID) throws -> Bool {
        let mark = try first(
            "SELECT is_complete FROM day_extra WHERE user_id = ? AND date = ?",
            binding: {
                $0.bind(user.description)
                $0.bind(date.description)
            },
            { $0.optionalInteger(0) ?? 0 }
        )
        return mark == 1
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
