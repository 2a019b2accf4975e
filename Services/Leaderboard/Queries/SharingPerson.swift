import Contracts
import FoundationEssentials
import ServiceKit
import Storage

/// Somebody who shares.
struct SharingPerson {
    let user: UserID
    let name: String
    let timeZone: String
    let dayStartHour: Int

    /// Their day at a moment.
    func today(_ now: Date) -> PlainDate {
        UserDay.today(now: now, timeZone: timeZone, dayStartHour: dayStartHour)
    }
}

extension SQLReader {
    /// Somebody who shares; nil for one who does not, as for one who is not known.
    func sharingPerson(_ user: UserID) throws -> SharingPerson? {
        try row(
            "SELECT user_id, name, time_zone, day_start_hour FROM person WHERE user_id = ? AND shares = 1",
            [user.description]
        )?.sharingPerson()
    }

    /// The members of a group who share.
    ///
    /// CROSS JOIN has SQLite begin with the members; everybody who shares may be many more.
    ///
    /// - Parameters:
    ///   - group: Which.
    ///   - moment: In seconds since 1970; who joined later is left out.
    /// - Returns: They, in no order.
    /// - Throws: What SQLite throws.
    func sharingMembers(of group: GroupID, joinedBy moment: Int = .max) throws -> [SharingPerson] {
        try rows(
            """
            SELECT person.user_id, name, time_zone, day_start_hour FROM team_member CROSS JOIN person
            WHERE team_id = ? AND person.user_id = team_member.user_id AND shares = 1 AND joined_at <= ?
            """,
            [group.description, moment]
        ).map { try $0.sharingPerson() }
    }

    /// Somebody's today, whether they share or not; that of UTC for who is not known yet.
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
