import Calendar
import Contracts
import FoundationEssentials
import Storage

/// A row of the table of groups.
struct GroupRow {
    let id: GroupID
    let name: String
    let code: String
    let owner: UserID
    let version: Int
}

extension SQLReader {
    /// Returns a group of which a user is a member.
    ///
    /// - Throws: `notFound` if the user is no member or the group does not exist.
    func group(_ id: GroupID, for member: UserID) throws -> GroupRow {
        guard try isMember(member, of: id), let group = try group(id) else { throw ServiceError.notFound("group") }
        return group
    }

    func group(_ id: GroupID) throws -> GroupRow? {
        try row("SELECT * FROM team WHERE id = ?", [id.description])?.group()
    }

    /// Returns the group with a code, written as the code was generated.
    func group(ofCode code: String) throws -> GroupRow? {
        try row("SELECT * FROM team WHERE code = ?", [code])?.group()
    }

    func isMember(_ user: UserID, of group: GroupID) throws -> Bool {
        let key: [SQLValue?] = [group.description, user.description]
        return try row("SELECT 1 FROM team_member WHERE team_id = ? AND user_id = ?", key) != nil
    }

    /// Returns a user's groups, ordered by name.
    func groups(of user: UserID) throws -> [GroupRow] {
        try rows(
            """
            SELECT team.* FROM team_member CROSS JOIN team
            WHERE user_id = ? AND team.id = team_id ORDER BY name, id
            """,
            [user.description]
        ).map { try $0.group() }
    }

    func groupIDs(of user: UserID) throws -> [GroupID] {
        var groups: [GroupID] = []
        try forEach("SELECT team_id FROM team_member WHERE user_id = ?", [user.description]) { row in
            if let group = GroupID(row.text(0)) { groups.append(group) }
            return true
        }
        return groups
    }

    func memberIDs(of group: GroupID) throws -> [UserID] {
        try rows("SELECT user_id FROM team_member WHERE team_id = ?", [group.description]).map { try $0.user() }
    }

    func countMembers(of group: GroupID) throws -> Int {
        try scalar("SELECT count(*) FROM team_member WHERE team_id = ?", [group.description]) ?? 0
    }

    func countGroups(of user: UserID) throws -> Int {
        try scalar("SELECT count(*) FROM team_member WHERE user_id = ?", [user.description]) ?? 0
    }

    /// Returns the members of a group in the order in which they joined.
    func members(of group: GroupID) throws -> [LeaderboardGroup.Member] {
        try rows(
            """
            SELECT team_member.user_id, joined_at, name, shares
            FROM team_member LEFT JOIN person ON person.user_id = team_member.user_id
            WHERE team_id = ? ORDER BY place
            """,
            [group.description]
        ).map { row in
            let joinedAt = Date(timeIntervalSince1970: Double(try row.value("joined_at", as: Int.self)))
            return LeaderboardGroup.Member(
                userId: try row.user(),
                name: row.optional("name"),
                shares: row.optional("shares", as: Int.self) == 1,
                joinedAt: Timestamp.text(joinedAt)
            )
        }
    }
}

extension SQLTransaction {
    func insert(_ group: GroupRow, now: Date) throws {
        try execute(
            "INSERT INTO team (id, name, code, owner, made_at, version) VALUES (?, ?, ?, ?, ?, ?)",
            [
                group.id.description, group.name, group.code, group.owner.description,
                Int(now.timeIntervalSince1970), group.version,
            ]
        )
    }

    func addMember(_ user: UserID, to group: GroupID, now: Date) throws {
        try execute(
            """
            INSERT INTO team_member (team_id, user_id, place, joined_at)
            SELECT ?1, ?2, coalesce(max(place), 0) + 1, ?3 FROM team_member WHERE team_id = ?1
            """,
            [group.description, user.description, Int(now.timeIntervalSince1970)]
        )
    }

    /// Removes a member from a group and from the results of its challenges.
    ///
    /// Challenges that they announced lose their creator. If the owner leaves, the longest-standing member becomes the
    /// owner. If the last member leaves, the group is removed.
    func removeMember(_ user: UserID, from group: GroupID) throws {
        try removeResults(of: user, in: group)
        try clearCreator(user, in: group)
        try execute(
            "DELETE FROM team_member WHERE team_id = ? AND user_id = ?",
            [group.description, user.description]
        )
        let longest = try reader.row(
            "SELECT user_id FROM team_member WHERE team_id = ? ORDER BY place LIMIT 1",
            [group.description]
        )
        guard let longest else { return try remove(group) }
        try execute(
            "UPDATE team SET owner = ? WHERE id = ? AND owner = ?",
            [try longest.user().description, group.description, user.description]
        )
        try incrementVersion(of: group)
    }

    /// Removes a group with its members and challenges.
    func remove(_ group: GroupID) throws {
        try removeChallenges(of: group)
        try execute("DELETE FROM team_member WHERE team_id = ?", [group.description])
        try execute("DELETE FROM team WHERE id = ?", [group.description])
    }

    /// Removes an erased user from all groups and results.
    func eraseFromGroups(_ user: UserID) throws {
        for group in try reader.groups(of: user) { try removeMember(user, from: group.id) }
        // A membership without a group would be a defect; it is removed too.
        try execute("DELETE FROM team_member WHERE user_id = ?", [user.description])
        try removeResults(of: user)
    }

    func setName(_ name: String, of group: GroupID) throws {
        try execute("UPDATE team SET name = ? WHERE id = ?", [name, group.description])
        try incrementVersion(of: group)
    }

    func setCode(_ code: String, of group: GroupID) throws {
        try execute("UPDATE team SET code = ? WHERE id = ?", [code, group.description])
        try incrementVersion(of: group)
    }

    /// Increments the version of a group.
    func incrementVersion(of group: GroupID) throws {
        try execute("UPDATE team SET version = version + 1 WHERE id = ?", [group.description])
    }
}

extension SQLRow {
    fileprivate func group() throws -> GroupRow {
        guard let id = GroupID(try value("id", as: String.self)),
            let owner = UserID(try value("owner", as: String.self))
        else { throw ServiceError(.internalError, "The leaderboard holds an unreadable group.") }
        return GroupRow(
            id: id,
            name: try value("name"),
            code: try value("code"),
            owner: owner,
            version: try value("version")
        )
    }
}
