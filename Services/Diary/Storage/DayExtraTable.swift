import Contracts
import Storage

/// What a day has besides its entries.
struct DayExtra: Sendable, Equatable {
    /// What nobody has written anything of.
    static let empty = DayExtra(waterMl: 0, note: "", version: 0)

    var waterMl: Int
    var note: String
    /// Counts its changes, from 1; 0 for what is not there.
    var version: Int
}

extension SQLReader {
    /// Water and notes of a span of days, of those that have any.
    func dayExtras(of user: UserID, in span: DaySpan) throws -> [PlainDate: DayExtra] {
        let rows = try rows(
            "SELECT date, water_ml, note, version FROM day_extra WHERE user_id = ? AND date BETWEEN ? AND ?",
            [user.description, span.from.description, span.to.description]
        )
        return Dictionary(uniqueKeysWithValues: try rows.map { (try $0.date("date"), try $0.dayExtra()) })
    }
}

extension SQLRow {
    func dayExtra() throws -> DayExtra {
        DayExtra(waterMl: try value("water_ml"), note: try value("note"), version: try value("version"))
    }
}
