import Calendar
import Contracts
import FoundationEssentials
import ServiceKit
import Storage

/// The settings that define a user's days and weeks.
struct Person: Sendable, Equatable {
    /// The settings of a user before the first event of the profile service.
    static let unknown = Person(timeZone: "UTC", dayStartHour: 0, weekStart: 1)

    var timeZone: String
    var dayStartHour: Int
    var weekStart: Int
    /// Whether other users may see the foods of this user.
    var sharesFoods = false
    /// The language of names of foods, without a region; nil before the first event that has one.
    var language: String?

    /// Returns the user's date at a moment.
    func today(_ now: Date) -> PlainDate {
        UserDay.today(now: now, timeZone: timeZone, dayStartHour: dayStartHour)
    }
}

extension SQLReader {
    func person(_ user: UserID) throws -> Person {
        let known = try first(
            "SELECT time_zone, day_start_hour, week_start, shares_foods, language FROM person WHERE user_id = ?",
            binding: { $0.bind(user.description) },
            { row in
                Person(
                    timeZone: row.text(0),
                    dayStartHour: Int(row.integer(1)),
                    weekStart: Int(row.integer(2)),
                    sharesFoods: row.integer(3) != 0,
                    language: row.optionalText(4)
                )
            }
        )
        return known ?? .unknown
    }
}

extension SQLTransaction {
    /// Removes users that a range of the profile snapshot does not contain; returns whether more may be left.
    func removeUsers(_ span: SnapshotSpan) throws -> Bool {
        let leftovers = try reader.leftovers(of: ProfileChanged.type, in: "person", span)
        for person in leftovers.facts {
            try execute("DELETE FROM person WHERE user_id = ?", [person.user.description])
        }
        return leftovers.isCut
    }

    func store(_ person: Person, of user: UserID) throws {
        try execute(
            """
            INSERT INTO person (user_id, time_zone, day_start_hour, week_start, shares_foods, language)
            VALUES (?, ?, ?, ?, ?, ?)
            ON CONFLICT (user_id) DO UPDATE SET
                time_zone = excluded.time_zone,
                day_start_hour = excluded.day_start_hour,
                week_start = excluded.week_start,
                shares_foods = excluded.shares_foods,
                language = excluded.language
            """,
            [
                user.description, person.timeZone, person.dayStartHour, person.weekStart, person.sharesFoods ? 1 : 0,
                person.language,
            ]
        )
    }
}
