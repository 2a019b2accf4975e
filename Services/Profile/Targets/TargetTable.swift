import Calendar
import Contracts
import Storage

extension SQLReader {
    /// Returns the target in force on a day.
    ///
    /// Days before the first target have the first one.
    func target(of user: UserID, on date: PlainDate) throws -> TargetPeriod? {
        let newest = try row(
            "SELECT period FROM target WHERE user_id = ? AND from_date <= ? ORDER BY from_date DESC LIMIT 1",
            [user.description, date.description]
        )
        let row =
            try newest
            ?? row(
                "SELECT period FROM target WHERE user_id = ? ORDER BY from_date LIMIT 1",
                [user.description]
            )
        return try row.map { try JSONText(text: $0.value("period")).decode(TargetPeriod.self) }
    }

    /// Returns the targets in force on any day of a span, oldest first.
    func targets(of user: UserID, from: PlainDate, to: PlainDate) throws -> [TargetPeriod] {
        let rows = try rows(
            """
            SELECT period FROM target WHERE user_id = ?1 AND from_date <= ?3 AND from_date >= coalesce(
                (SELECT max(from_date) FROM target WHERE user_id = ?1 AND from_date <= ?2), ?2
            ) ORDER BY from_date
            """,
            [user.description, from.description, to.description]
        )
        return try rows.map { try JSONText(text: $0.value("period")).decode(TargetPeriod.self) }
    }

    /// Returns all targets of a user.
    func targets(of user: UserID) throws -> [TargetPeriod] {
        try rows("SELECT period FROM target WHERE user_id = ?", [user.description]).map { row in
            try JSONText(text: row.value("period")).decode(TargetPeriod.self)
        }
    }
}

extension SQLReader {
    /// Returns the newest target of a user.
    func newestTarget(of user: UserID) throws -> TargetPeriod? {
        try row("SELECT period FROM target WHERE user_id = ? ORDER BY from_date DESC LIMIT 1", [user.description])
            .map { try JSONText(text: $0.value("period")).decode(TargetPeriod.self) }
    }
}

extension SQLTransaction {
    /// Stores a computed target from a day on and emits its event, unless a manual target is in force.
    ///
    /// Targets of earlier days do not change.
    func store(_ calculated: EnergyTarget, goal: Goal, from today: PlainDate, of user: UserID) throws {
        if try reader.newestTarget(of: user)?.byHand == true { return }
        try store(of: user, today: today) { TargetPeriod(from: $0, calculated, goal: goal) }
    }

    /// Stores a target from a day on, replacing one from the same day, and emits its event.
    ///
    /// - Parameters:
    ///   - user: The user.
    ///   - today: Today in the user's own calendar.
    ///   - period: Creates the target, given the day from which it is in force.
    /// - Returns: The target.
    /// - Throws: Errors of the database.
    @discardableResult
    func store(of user: UserID, today: PlainDate, _ period: (PlainDate) -> TargetPeriod) throws -> TargetPeriod {
        // A change of time zone can move today back by a day; the newest target stays the newest.
        let period = period(max(today, try reader.newestTarget(of: user)?.from ?? today))
        try execute(
            """
            INSERT INTO target (user_id, from_date, period) VALUES (?, ?, ?)
            ON CONFLICT (user_id, from_date) DO UPDATE SET period = excluded.period
            """,
            [user.description, period.from.description, try JSONText(period).text]
        )
        try emit(TargetChanged(target: period), of: user)
        return period
    }
}
