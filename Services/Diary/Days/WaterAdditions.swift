import Calendar
package import Contracts
import FoundationEssentials
import Storage

extension DiaryService {
    /// Adds an amount to the water of a day, once for each id.
    package func addWater(_ request: DiaryWaterAdd, _ context: RequestContext) async throws -> WrittenReply<DayExtras> {
        let user = try context.user()
        let now = now()
        return try await store.writeReply(to: request, context) { transaction in
            let reader = transaction.reader
            let date = request.date.date(today: try reader.person(user).today(now))
            if let stored = try reader.waterAddition(request.id, of: user) {
                try stored.checkEqual(to: WaterAddition(id: request.id, date: date, ml: request.ml))
                return try reader.dayExtras(of: user, on: date)
            }
            try transaction.checkRoom(of: user, on: date)
            try transaction.store(WaterAdditionRow(id: request.id, date: date, ml: request.ml), of: user)
            return try transaction.changeWater(on: date, by: request.ml, of: user)
        }
    }

    /// Removes an addition of water, or remembers its id as removed.
    package func removeWater(
        _ request: DiaryWaterRemove,
        _ context: RequestContext
    ) async throws -> WrittenReply<DayExtras> {
        let user = try context.user()
        let now = now()
        return try await store.writeReply(to: request, context) { transaction in
            let reader = transaction.reader
            let date = request.date.date(today: try reader.person(user).today(now))
            guard let stored = try reader.waterAddition(request.id, of: user) else {
                try transaction.rememberRemoval(request.id, of: user, on: date)
                // The number enters the user into the table of users with data.
                _ = try transaction.nextChange(of: user)
                return try reader.dayExtras(of: user, on: date)
            }
            guard stored.date == date else { throw ServiceError.notFound("addition of water on \(date)") }
            guard let ml = stored.ml else { return try reader.dayExtras(of: user, on: date) }
            try transaction.update(
                WaterAdditionRow(id: stored.id, date: date, ml: nil),
                in: WaterAdditionRow.table
            ) { $0.bind(user.description) }
            return try transaction.changeWater(on: date, by: -ml, of: user)
        }
    }
}

/// A stored addition of water.
struct WaterAdditionRow: Equatable {
    var id: WaterAdditionID
    var date: PlainDate
    /// Nil if the addition was removed.
    var ml: Int?

    static let table = RecordTable(
        "water_addition",
        key: ["user_id", "id"],
        outer: [("user_id", .owner)],
        [
            RecordColumn("id", { $0.id }, { $0.id = $1 }),
            RecordColumn("date", { $0.date }, { $0.date = $1 }),
            RecordColumn("ml", { $0.ml }, { $0.ml = $1 }),
        ],
        blank: WaterAdditionRow(
            id: WaterAdditionID(UUIDv7(high: 0, low: 0)),
            date: PlainDate(dayNumber: 0),
            ml: nil
        )
    )

    /// Checks that a repeated addition has the same content.
    ///
    /// - Throws: `conflict` with the stored addition; with null if it was removed.
    fileprivate func checkEqual(to requested: WaterAddition) throws {
        guard let ml else {
            let message = "This addition of water was removed; use a new id."
            throw try ServiceError.idConflict(message, current: WaterAddition?.none)
        }
        let stored = WaterAddition(id: id, date: date, ml: ml)
        guard stored == requested else {
            throw try ServiceError.idConflict("A different addition of water has this id.", current: stored)
        }
    }
}

extension SQLReader {
    private static let waterAdditionByID = WaterAdditionRow.table.columns.select(
        "FROM water_addition WHERE user_id = ? AND id = ?"
    )

    fileprivate func waterAddition(_ id: WaterAdditionID, of user: UserID) throws -> WaterAdditionRow? {
        let key: [SQLValue?] = [user.description, id.description]
        return try first(Self.waterAdditionByID, key, WaterAdditionRow.table.columns.record)
    }
}

extension SQLTransaction {
    /// Maximum number of stored additions of a day, with removed ones: five times as many as may count.
    private static let rowsPerDayMax = 5 * DiaryWaterAdd.perDayMax

    fileprivate func store(_ row: WaterAdditionRow, of user: UserID) throws {
        _ = try insert(row, into: WaterAdditionRow.table) { $0.bind(user.description) }
    }

    /// Checks that a day may have one more addition.
    ///
    /// Removed ones do not count, as long as they are few.
    ///
    /// - Throws: `invalid` if the day has too many.
    fileprivate func checkRoom(of user: UserID, on date: PlainDate) throws {
        let (counting, all) = try countAdditions(of: user, on: date)
        var checker = RuleChecker()
        checker.require(
            counting < DiaryWaterAdd.perDayMax && all < Self.rowsPerDayMax,
            "date",
            .outOfRange,
            "A day may have \(DiaryWaterAdd.perDayMax) additions of water at most.",
            ["max": "\(DiaryWaterAdd.perDayMax)"]
        )
        try checker.finish()
    }

    /// Stores the removal of an addition that has not arrived, so that it has no effect when it arrives.
    ///
    /// A removal is never refused: a device would send it again for ever. One beyond the limit is not stored. Its
    /// addition is then refused for the same limit.
    fileprivate func rememberRemoval(_ id: WaterAdditionID, of user: UserID, on date: PlainDate) throws {
        guard try countAdditions(of: user, on: date).all < Self.rowsPerDayMax else { return }
        try store(WaterAdditionRow(id: id, date: date, ml: nil), of: user)
    }

    /// Returns how many additions of a day count, and how many are stored.
    private func countAdditions(of user: UserID, on date: PlainDate) throws -> (counting: Int, all: Int) {
        let sql = "SELECT count(ml), count(*) FROM water_addition WHERE user_id = ? AND date = ?"
        return try reader.first(sql, [user.description, date.description]) { row in
            (Int(row.integer(0)), Int(row.integer(1)))
        } ?? (0, 0)
    }

    /// Changes the water of a day and publishes the change.
    ///
    /// The water does not fall below zero: the user may have set a smaller amount after the addition.
    ///
    /// - Throws: `invalid` if the day gets too much.
    fileprivate func changeWater(on date: PlainDate, by ml: Int, of user: UserID) throws -> DayExtras {
        var extras = try reader.dayExtras(of: user, on: date)
        let before = extras.waterMl
        extras.waterMl = max(0, before + ml)
        let limit = DiaryWaterSet.range.upperBound
        var checker = RuleChecker()
        checker.require(
            extras.waterMl <= limit,
            "ml",
            .outOfRange,
            "A day may have \(limit) ml of water at most; it has \(before) ml.",
            ["max": "\(limit)"]
        )
        try checker.finish()
        guard extras.waterMl != before else { return extras }
        extras.version += 1
        try store(extras, of: user)
        try emit(DiaryDataChanged(kind: .extras, date: date, version: extras.version), of: user)
        return extras
    }
}
