import Calendar
import Contracts
import FoundationEssentials
import ServiceKit
import Storage

/// A user that shares their scores.
struct SharingPerson {
    let user: UserID
    let name: String
    let timeZone: String
    let dayStartHour: Int

    /// Returns the date of a moment in the user's own calendar.
    func today(_ now: Date) -> PlainDate {
        UserDay.today(now: now, timeZone: timeZone, dayStartHour: dayStartHour)
    }

    /// Returns the days that others see: the last seven.
    func shownDays(_ now: Date) -> ClosedRange<PlainDate> {
        let today = today(now)
        return today.advanced(by: 1 - LeaderboardUser.daysShown)...today
    }
}

extension SQLReader {
    /// Returns a user that shares; nil for one that does not share or is unknown.
    func sharingPerson(_ user: UserID) throws -> SharingPerson? {
        try row(
            "SELECT user_id, name, time_zone, day_start_hour FROM person WHERE user_id = ? AND shares = 1",
            [user.description]
        )?.sharingPerson()
    }

    /// Returns the members of a group that share.
    ///
    /// CROSS JOIN makes SQLite start with the members, because users that share may be many more.
    ///
    /// - Parameters:
    ///   - group: The group.
    ///   - moment: The latest join time, in seconds since 1970. Members that joined later are left out.
    /// - Returns: The members, in no order.
    /// - Throws: Errors of SQLite.
    func sharingMembers(of group: GroupID, joinedBy moment: Int = .max) throws -> [SharingPerson] {
        try rows(
            """
            SELECT person.user_id, name, time_zone, day_start_hour FROM team_member CROSS JOIN person
            WHERE team_id = ? AND person.user_id = team_member.user_id AND shares = 1 AND joined_at <= ?
            """,
            [group.description, moment]
        ).map { try $0.sharingPerson() }
    }

    /// Returns a user's own today, whether they share or not.
    ///
    /// For an unknown user it is the date in UTC.
    func today(of user: UserID, _ now: Date) throws -> PlainDate {
        let row = try row("SELECT time_zone, day_start_hour FROM person WHERE user_id = ?", [user.description])
        return UserDay.today(
            now: now,
            timeZone: try row?.value("time_zone") ?? "UTC",
            dayStartHour: try row?.value("day_start_hour") ?? 0
        )
    }
}

extension SQLRow {
    fileprivate func sharingPerson() throws -> SharingPerson {
        SharingPerson(
            user: try user(),
            name: try value("name"),
            timeZone: try value("time_zone"),
            dayStartHour: try value("day_start_hour")
        )
    }
}
