import Calendar
import Contracts
import Storage

/// Stores streaks: unbroken sequences of logged days, updated with each added or removed day.
enum StreakTable {
    private struct Streak {
        let first: Int
        let last: Int
    }

    /// Adds a logged day: creates, extends or joins streaks.
    static func add(_ date: PlainDate, of user: UserID, _ transaction: SQLTransaction) throws {
        let day = date.dayNumber
        let next = try streak(endingFrom: day, of: user, transaction)
        if let next, next.first <= day { return }
        let before = try streak(endingAt: day - 1, of: user, transaction)
        let first = before?.first ?? day
        if let next, next.first == day + 1 {
            if let before { try remove(before, of: user, transaction) }
            try transaction.execute(
                "UPDATE streak SET first_day = ? WHERE user_id = ? AND last_day = ?",
                [first, user.description, next.last]
            )
        } else if let before {
            try transaction.execute(
                "UPDATE streak SET last_day = ? WHERE user_id = ? AND last_day = ?",
                [day, user.description, before.last]
            )
        } else {
            try insert(Streak(first: day, last: day), of: user, transaction)
        }
    }

    /// Removes a logged day: shortens or splits its streak.
    static func remove(_ date: PlainDate, of user: UserID, _ transaction: SQLTransaction) throws {
        let day = date.dayNumber
        guard let streak = try streak(endingFrom: day, of: user, transaction), streak.first <= day else { return }
        try remove(streak, of: user, transaction)
        if streak.first < day { try insert(Streak(first: streak.first, last: day - 1), of: user, transaction) }
        if streak.last > day { try insert(Streak(first: day + 1, last: streak.last), of: user, transaction) }
    }

    /// Recomputes a user's streaks from their days.
    static func rebuild(of user: UserID, _ transaction: SQLTransaction) throws {
        try removeAll(of: user, transaction)
        // Within one streak, the day number minus the row number is constant.
        try transaction.execute(
            """
            INSERT INTO streak (user_id, last_day, first_day)
            SELECT ?1, max(day_number), min(day_number) FROM (
                SELECT day_number, day_number - row_number() OVER (ORDER BY day_number) AS run_number
                FROM day WHERE user_id = ?1
            ) AS selected GROUP BY run_number
            """,
            [user.description]
        )
    }

    static func removeAll(of user: UserID, _ transaction: SQLTransaction) throws {
        try transaction.execute("DELETE FROM streak WHERE user_id = ?", [user.description])
    }

    /// Returns the first two streaks that end on or after a day.
    ///
    /// Any streak that contains that day or the next one is among them.
    static func streaks(endingFrom date: PlainDate, of user: UserID, _ reader: SQLReader) throws
        -> [ClosedRange<PlainDate>]
    {
        try reader.rows(
            "SELECT first_day, last_day FROM streak WHERE user_id = ? AND last_day >= ? ORDER BY last_day LIMIT 2",
            [user.description, date.dayNumber]
        ).map { row in
            PlainDate(dayNumber: try row.value("first_day"))...PlainDate(dayNumber: try row.value("last_day"))
        }
    }

    private static func streak(endingFrom day: Int, of user: UserID, _ transaction: SQLTransaction) throws -> Streak? {
        try transaction.row(
            "SELECT first_day, last_day FROM streak WHERE user_id = ? AND last_day >= ? ORDER BY last_day LIMIT 1",
            [user.description, day]
        ).map { Streak(first: try $0.value("first_day"), last: try $0.value("last_day")) }
    }

    private static func streak(endingAt day: Int, of user: UserID, _ transaction: SQLTransaction) throws -> Streak? {
        try transaction.row(
            "SELECT first_day, last_day FROM streak WHERE user_id = ? AND last_day = ?",
            [user.description, day]
        ).map { Streak(first: try $0.value("first_day"), last: try $0.value("last_day")) }
    }

    private static func insert(_ streak: Streak, of user: UserID, _ transaction: SQLTransaction) throws {
        try transaction.execute(
            "INSERT INTO streak (user_id, last_day, first_day) VALUES (?, ?, ?)",
            [user.description, streak.last, streak.first]
        )
    }

    private static func remove(_ streak: Streak, of user: UserID, _ transaction: SQLTransaction) throws {
        try transaction.execute(
            "DELETE FROM streak WHERE user_id = ? AND last_day = ?",
            [user.description, streak.last]
        )
    }
}
