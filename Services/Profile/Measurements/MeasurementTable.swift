import Calendar
import Contracts
public import Storage

extension MeasurementKind: ColumnValue {}

extension MeasurementRow {
    private static let blank = MeasurementRow(
        id: MeasurementID(UUIDv7(high: 0, low: 0)),
        kind: .weight,
        value: 0,
        atMs: 0,
        date: PlainDate(dayNumber: 0),
        source: nil,
        externalId: nil
    )

    /// The table; the user precedes the columns.
    static let table = RecordTable(
        "measurement",
        key: ["user_id", "id"],
        outer: [("user_id", .owner)],
        [
            RecordColumn("id", { $0.id }, { $0.id = $1 }),
            RecordColumn("kind", { $0.kind }, { $0.kind = $1 }),
            RecordColumn("value", { $0.value }, { $0.value = $1 }),
            RecordColumn("at_ms", { $0.atMs }, { $0.atMs = $1 }),
            RecordColumn("date", { $0.date }, { $0.date = $1 }),
            RecordColumn("source", { $0.source }, { $0.source = $1 }),
            RecordColumn("external_id", { $0.externalId }, { $0.externalId = $1 }),
        ],
        blank: blank
    )

    /// Returns a SELECT of measurements of a user.
    fileprivate static func select(_ condition: String) -> String {
        table.columns.select("FROM measurement WHERE user_id = ? AND \(condition)")
    }
}

extension SQLReader {
    private static let newest = MeasurementRow.select("kind = ? AND id <> ? ORDER BY at_ms DESC, id DESC LIMIT 1")
    private static let bySource = MeasurementRow.select("source = ? AND external_id = ?")
    private static let byID = MeasurementRow.select("id = ?")

    private func measurement(_ sql: String, _ arguments: [SQLValue?]) throws -> MeasurementRow? {
        try first(sql, arguments, MeasurementRow.table.columns.record)
    }

    /// Returns the newest measurement of a kind, except one that is about to change.
    func newest(_ kind: MeasurementKind, of user: UserID, except id: MeasurementID?) throws -> MeasurementRow? {
        try measurement(Self.newest, [user.description, kind.rawValue, id?.description ?? ""])
    }

    /// Returns the stored measurement with the same source and external id, or else with the same id.
    func measurement(like other: MeasurementRow, of user: UserID) throws -> MeasurementRow? {
        if let source = other.source, let externalId = other.externalId,
            let stored = try measurement(Self.bySource, [user.description, source, externalId])
        {
            return stored
        }
        return try measurement(other.id, of: user)
    }

    func measurement(_ id: MeasurementID, of user: UserID) throws -> MeasurementRow? {
        try measurement(Self.byID, [user.description, id.description])
    }

    func measurementCount(of kind: MeasurementKind, on date: PlainDate, _ user: UserID) throws -> Int {
        try scalar(
            "SELECT count(*) FROM measurement WHERE user_id = ? AND kind = ? AND date = ?",
            [user.description, kind.rawValue, date.description]
        ) ?? 0
    }

    /// Returns measurements, newest first.
    ///
    /// - Parameters:
    ///   - user: The user.
    ///   - kind: The kind; nil for all kinds.
    ///   - days: The first and last day in the user's own calendar; nil for no bound.
    ///   - cursor: The position to continue after; nil for the newest.
    ///   - limit: The maximum number of rows.
    /// - Returns: The rows.
    /// - Throws: Errors of the database.
    func measurements(
        of user: UserID,
        kind: MeasurementKind?,
        days: (from: PlainDate?, to: PlainDate?),
        after cursor: MeasurementCursor?,
        limit: Int
    ) throws -> [MeasurementRow] {
        var (conditions, arguments): ([String], [SQLValue?]) = (["user_id = ?"], [user.description])
        if let kind {
            conditions.append("kind = ?")
            arguments.append(kind.rawValue)
        }
        if let from = days.from {
            conditions.append("date >= ?")
            arguments.append(from.description)
        }
        if let to = days.to {
            conditions.append("date <= ?")
            arguments.append(to.description)
        }
        if let cursor {
            conditions.append("(at_ms, id) < (?, ?)")
            arguments += [cursor.atMs, cursor.id.description]
        }
        let columns = MeasurementRow.table.columns
        let statement = columns.select(
            "FROM measurement WHERE \(conditions.joined(separator: " AND ")) ORDER BY at_ms DESC, id DESC LIMIT ?"
        )
        return try records(columns, statement, arguments + [limit])
    }
}

extension SQLTransaction {
    func insert(_ measurement: MeasurementRow, of user: UserID) throws {
        try emittingDayChanges(of: [measurement], user) {
            guard try insert(measurement, into: MeasurementRow.table, outer: { $0.bind(user.description) }) else {
                throw ServiceError(.conflict, "A different measurement with this id already exists.")
            }
        }
    }

    func replace(_ measurement: MeasurementRow, of user: UserID) throws {
        let before = try reader.measurement(measurement.id, of: user)
        try emittingDayChanges(of: [before, measurement].compactMap(\.self), user) {
            try update(measurement, in: MeasurementRow.table) { $0.bind(user.description) }
        }
    }

    /// Removes a measurement.
    ///
    /// Returns false if there is none with this id.
    func removeMeasurement(_ id: MeasurementID, of user: UserID) throws -> Bool {
        guard let before = try reader.measurement(id, of: user) else { return false }
        try emittingDayChanges(of: [before], user) {
            try execute(
                "DELETE FROM measurement WHERE user_id = ? AND id = ?",
                [user.description, id.description]
            )
        }
        return true
    }
}
