import Contracts
import Storage

extension SQLReader {
    /// The target that holds on a day; before the first one, the first.
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

    /// The targets that hold on any day of a span, oldest first.
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

    /// Every target of a user.
    func targets(of user: UserID) throws -> [TargetPeriod] {
        try rows("SELECT period FROM target WHERE user_id = ?", [user.description]).map { row in
            try JSONText(text: row.value("period")).decode(TargetPeriod.self)
        }
    }
}

extension SQLReader {
    /// The newest target of a user.
    func newestTarget(of user: UserID) throws -> TargetPeriod? {
        try row("SELECT period FROM target WHERE user_id = ? ORDER BY from_date DESC LIMIT 1", [user.description])
            .map { try JSONText(text: $0.value("period")).decode(TargetPeriod.self) }
    }
}

extension SQLTransaction {
    /// Keeps a computed target from a day on and tells of it; one that was set by hand stays in force.
    ///
    /// Days before it keep theirs.
    func keep(_ calculated: EnergyTarget, goal: Goal, from today: PlainDate, of user: UserID) throws {
        if try reader.newestTarget(of: user)?.byHand == true { return }
        try keep(of: user, today: today) { TargetPeriod(from: $0, calculated, goal: goal) }
    }

    /// Keeps a target from a day on, in place of what there is, and tells of it.
    ///
    /// - Parameters:
    ///   - user: Whose target.
    ///   - today: The user's day.
    ///   - period: The target, given the day from which it holds.
    /// - Returns: The target.
    /// - Throws: what storing it throws.
    @discardableResult
    func keep(of user: UserID, today: PlainDate, _ period: (PlainDate) -> TargetPeriod) throws -> TargetPeriod {
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
