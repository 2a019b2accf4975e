import Calendar
import Contracts
import Storage

extension SQLReader {
    /// Returns the newest measurement of a kind, except one that is about to change.
    func newest(_ kind: MeasurementKind, of user: UserID, except id: MeasurementID?) throws -> MeasurementRow? {
        try row(
            """
            SELECT * FROM measurement WHERE user_id = ? AND kind = ? AND id <> ?
            ORDER BY at_ms DESC, id DESC LIMIT 1
            """,
            [user.description, kind.rawValue, id?.description ?? ""]
        ).map { try $0.measurement() }
    }

    /// Returns the stored measurement with the same source and external id, or else with the same id.
    func measurement(like other: MeasurementRow, of user: UserID) throws -> MeasurementRow? {
        if let source = other.source, let externalId = other.externalId,
            let row = try row(
                "SELECT * FROM measurement WHERE user_id = ? AND source = ? AND external_id = ?",
                [user.description, source, externalId]
            )
        {
            return try row.measurement()
        }
        return try measurement(other.id, of: user)
    }

    func measurement(_ id: MeasurementID, of user: UserID) throws -> MeasurementRow? {
        try row(
            "SELECT * FROM measurement WHERE user_id = ? AND id = ?",
            [user.description, id.description]
        ).map { try $0.measurement() }
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
        return try rows(
            """
            SELECT * FROM measurement WHERE \(conditions.joined(separator: " AND "))
            ORDER BY at_ms DESC, id DESC LIMIT ?
            """,
            arguments + [limit]
        ).map { try $0.measurement() }
    }
}

extension SQLTransaction {
    func insert(_ measurement: MeasurementRow, of user: UserID) throws {
        try emittingDayChanges(of: [measurement], user) {
            try execute(
                """
                INSERT INTO measurement (kind, value, at_ms, date, source, external_id, user_id, id)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?)
                """,
                measurement.columns + [user.description, measurement.id.description]
            )
        }
    }

    func replace(_ measurement: MeasurementRow, of user: UserID) throws {
        let before = try reader.measurement(measurement.id, of: user)
        try emittingDayChanges(of: [before, measurement].compactMap(\.self), user) {
            try execute(
                """
                UPDATE measurement SET kind = ?, value = ?, at_ms = ?, date = ?, source = ?, external_id = ?
                WHERE user_id = ? AND id = ?
                """,
                measurement.columns + [user.description, measurement.id.description]
            )
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

extension MeasurementRow {
    fileprivate var columns: [SQLValue?] {
        [kind.rawValue, value, atMs, date.description, source, externalId]
    }
}

extension SQLRow {
    fileprivate func measurement() throws -> MeasurementRow {
        guard let id = MeasurementID(try value("id", as: String.self)),
            let kind = MeasurementKind(rawValue: try value("kind", as: String.self)),
            let date = PlainDate(try value("date", as: String.self))
        else { throw ServiceError(.internalError, "The database holds an unreadable measurement.") }
        return MeasurementRow(
            id: id,
            kind: kind,
            value: try value("value"),
            atMs: try value("at_ms"),
            date: date,
            source: optional("source"),
            externalId: optional("external_id")
        )
    }
}
