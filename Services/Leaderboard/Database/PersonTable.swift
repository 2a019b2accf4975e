import Contracts
import Storage

/// Reads and writes the users known from profile events.
enum PersonTable {
    /// A user as the last profile event describes them.
    struct Person {
        let name: String
        let shares: Bool
        let timeZone: String
        let dayStartHour: Int
        /// The first day, in the user's own calendar, on which scores change without an event; nil for never.
        let dueDay: Int?
    }

    /// The due day of a new user, or of one without computed streaks.
    static let rebuildDueDay = 0

    static func set(_ profile: ProfileChanged, of user: UserID, _ transaction: SQLTransaction) throws {
        try transaction.execute(
            """
            INSERT INTO person (user_id, name, shares, time_zone, day_start_hour) VALUES (?, ?, ?, ?, ?)
            ON CONFLICT (user_id) DO UPDATE SET
                name = excluded.name, shares = excluded.shares, time_zone = excluded.time_zone,
                day_start_hour = excluded.day_start_hour
            """,
            [
                user.description, profile.name, profile.shares.leaderboard ? 1 : 0, profile.timeZone,
                profile.dayStartHour,
            ]
        )
    }

    static func setDueDay(_ day: Int?, of user: UserID, _ transaction: SQLTransaction) throws {
        try transaction.execute("UPDATE person SET due_day = ? WHERE user_id = ?", [day, user.description])
    }

    static func remove(_ user: UserID, _ transaction: SQLTransaction) throws {
        try transaction.execute("DELETE FROM person WHERE user_id = ?", [user.description])
    }

    static func person(_ user: UserID, _ reader: SQLReader) throws -> Person? {
        try reader.row(
            "SELECT name, shares, time_zone, day_start_hour, due_day FROM person WHERE user_id = ?",
            [user.description]
        ).map { row in
            Person(
                name: try row.value("name"),
                shares: try row.value("shares"),
                timeZone: try row.value("time_zone"),
                dayStartHour: try row.value("day_start_hour"),
                dueDay: row.optional("due_day")
            )
        }
    }
}
