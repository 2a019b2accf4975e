import Calendar
import Contracts
import FoundationEssentials
public import Storage

extension FoodReportReason: ColumnValue {}

/// A stored report of a wrong food.
struct FoodReportRow: Sendable, Equatable {
    var user: UserID
    var food: FoodID
    var id: FoodReportID
    var reason: FoodReportReason
    var text: String
    /// Seconds since 1970.
    var createdAtS: Int
    var closedAtS: Int?
    var answer: String?

    static let table = RecordTable(
        "food_report",
        key: ["user_id", "food_id"],
        [
            RecordColumn("user_id", as: .owner, { $0.user }, { $0.user = $1 }),
            RecordColumn("food_id", { $0.food }, { $0.food = $1 }),
            RecordColumn("id", { $0.id }, { $0.id = $1 }),
            RecordColumn("reason", { $0.reason }, { $0.reason = $1 }),
            RecordColumn("text", { $0.text }, { $0.text = $1 }),
            RecordColumn("created_at", as: .secondsSince1970, { $0.createdAtS }, { $0.createdAtS = $1 }),
            RecordColumn("closed_at", as: .secondsSince1970, { $0.closedAtS }, { $0.closedAtS = $1 }),
            RecordColumn("answer", { $0.answer }, { $0.answer = $1 }),
        ],
        blank: FoodReportRow(
            user: UserID(UUIDv7(high: 0, low: 0)),
            food: FoodID(UUIDv7(high: 0, low: 0)),
            id: FoodReportID(UUIDv7(high: 0, low: 0)),
            reason: .other,
            text: "",
            createdAtS: 0
        )
    )

    /// The report as staff see it.
    func report(named name: String?) -> FoodReport {
        FoodReport(
            id: id,
            foodId: food,
            foodName: name,
            reason: reason,
            text: text,
            createdAt: Self.text(createdAtS),
            closedAt: closedAtS.map(Self.text),
            answer: answer
        )
    }

    private static func text(_ seconds: Int) -> String {
        Timestamp.text(Date(timeIntervalSince1970: Double(seconds)))
    }
}

/// A position in the list of reports: the seconds of a report, and its id.
struct FoodReportCursor: LosslessStringConvertible {
    let createdAtS: Int
    let id: FoodReportID

    init(_ row: FoodReportRow) {
        (createdAtS, id) = (row.createdAtS, row.id)
    }

    init?(_ text: String) {
        guard let id = FoodReportID(String(text.suffix(UUIDv7.textLength))),
            let seconds = Int(text.dropLast(UUIDv7.textLength + 1))
        else { return nil }
        (createdAtS, self.id) = (seconds, id)
    }

    var description: String { "\(createdAtS)-\(id)" }
}

extension SQLReader {
    private static let reportOfUser = FoodReportRow.table.columns.select(
        "FROM food_report WHERE user_id = ? AND food_id = ?"
    )
    private static let reportByID = FoodReportRow.table.columns.select("FROM food_report WHERE id = ?")
    private static let openReports = page("closed_at IS NULL")
    private static let closedReports = page("closed_at IS NOT NULL")

    private static func page(_ condition: String) -> String {
        FoodReportRow.table.columns.select(
            """
            FROM food_report WHERE \(condition) AND (created_at, id) < (?, ?)
            ORDER BY created_at DESC, id DESC LIMIT ?
            """
        )
    }

    func report(of food: FoodID, by user: UserID) throws -> FoodReportRow? {
        let key: [SQLValue?] = [user.description, food.description]
        return try first(Self.reportOfUser, key, FoodReportRow.table.columns.record)
    }

    func report(_ id: FoodReportID) throws -> FoodReportRow? {
        try first(Self.reportByID, [id.description], FoodReportRow.table.columns.record)
    }

    /// Returns the next reports in a state, newest first.
    func reports(_ state: FoodReportState, after cursor: FoodReportCursor?, limit: Int) throws -> [FoodReportRow] {
        try records(
            FoodReportRow.table.columns,
            state == .open ? Self.openReports : Self.closedReports,
            [cursor?.createdAtS ?? Int.max, cursor?.id.description ?? "", limit]
        )
    }

    func openReportCount(of user: UserID) throws -> Int {
        try scalar("SELECT count(*) FROM food_report WHERE user_id = ? AND closed_at IS NULL", [user.description]) ?? 0
    }
}
