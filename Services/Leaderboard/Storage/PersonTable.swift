import Contracts
import Storage

/// People as rows.
enum PersonTable {
    /// Somebody who shares.
    struct Person {
        let user: UserID
        let name: String
        let timeZone: String
        let dayStartHour: Int
        /// The first day of all with something logged.
        let firstLogged: PlainDate
    }

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

    static func remove(_ people: SnapshotSpan, _ transaction: SQLTransaction) throws {
        try transaction.execute("DELETE FROM person WHERE user_id > ? AND user_id <= ?", [people.lower, people.upper])
    }

    /// Everybody who shares and has ever logged something.
    static func sharing(_ reader: SQLReader) throws -> [Person] {
        let rows = try reader.rows(
            """
            SELECT user_id, name, time_zone, day_start_hour,
                (SELECT min(day_number) FROM day WHERE day.user_id = person.user_id) AS first_logged
            FROM person WHERE shares = 1
            """
        )
        return try rows.compactMap { row in
            guard let firstLogged: Int = row.optional("first_logged") else { return nil }
            return Person(
                user: try row.user(),
                name: try row.value("name"),
                timeZone: try row.value("time_zone"),
                dayStartHour: try row.value("day_start_hour"),
                firstLogged: PlainDate(dayNumber: firstLogged)
            )
        }
    }
}

extension SQLRow {
    /// The user of whom a row tells.
    func user() throws -> UserID {
        guard let user = UserID(try value("user_id", as: String.self)) else {
            throw ServiceError(.internalError, "The leaderboard holds an unreadable user id.")
        }
        return user
    }
}
