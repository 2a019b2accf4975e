import Calendar
import Contracts
import FoundationEssentials
import Storage

/// A row of the table of challenges.
struct ChallengeRow {
    let summary: LeaderboardChallenge.Summary
    let group: GroupID
    /// Nil if the creator is no longer a member or was not recorded.
    let madeBy: UserID?
    /// Seconds since 1970.
    let finalAt: Int

    var span: ClosedRange<PlainDate> { summary.from...summary.to }
    /// When the last day has ended in every time zone, in seconds since 1970.
    var endedAt: Int { finalAt - ChallengeRules.gracePeriodSeconds }
}

extension SQLReader {
    func challenge(_ id: ChallengeID) throws -> ChallengeRow? {
        try row("SELECT * FROM challenge WHERE id = ?", [id.description])?.challenge()
    }

    /// Returns the newest challenges of a group, latest first day first.
    func newestChallenges(of group: GroupID) throws -> [ChallengeRow] {
        try rows(
            "SELECT * FROM challenge WHERE team_id = ? ORDER BY from_day DESC, to_day DESC, id DESC LIMIT ?",
            [group.description, GroupLimits.challengesListedMax]
        ).map { try $0.challenge() }
    }

    func openChallenges(of group: GroupID) throws -> [ChallengeID] {
        try rows("SELECT * FROM challenge WHERE team_id = ? AND finished = 0", [group.description])
            .map { try $0.challenge().summary.id }
    }

    func countOpenChallenges(of group: GroupID) throws -> Int {
        try scalar("SELECT count(*) FROM challenge WHERE team_id = ? AND finished = 0", [group.description]) ?? 0
    }

    /// Returns the challenge with the longest due result; nil if none is due.
    func dueChallenge(_ now: Date) throws -> ChallengeRow? {
        try row(
            "SELECT * FROM challenge WHERE finished = 0 AND final_at <= ? ORDER BY final_at, id LIMIT 1",
            [Int(now.timeIntervalSince1970)]
        )?.challenge()
    }

    /// Returns the result of a finished challenge, without users that have left its group or no longer share.
    func result(of challenge: ChallengeRow) throws -> [LeaderboardTop.Row] {
        try rows(
            """
            SELECT challenge_result.user_id, rank, score, name
            FROM challenge_result CROSS JOIN person
            WHERE challenge_id = ? AND person.user_id = challenge_result.user_id AND shares = 1
            ORDER BY rank, name, challenge_result.user_id
            """,
            [challenge.summary.id.description]
        ).map { row in
            LeaderboardTop.Row(
                rank: try row.value("rank"),
                userId: try row.user(),
                name: try row.value("name"),
                score: try row.value("score")
            )
        }
    }
}

extension SQLTransaction {
    func insert(_ challenge: ChallengeRow) throws {
        let summary = challenge.summary
        try execute(
            """
            INSERT INTO challenge (id, team_id, made_by, metric, from_day, to_day, final_at)
            VALUES (?, ?, ?, ?, ?, ?, ?)
            """,
            [
                summary.id.description, challenge.group.description, challenge.madeBy?.description,
                summary.metric.rawValue, summary.from.dayNumber, summary.to.dayNumber, challenge.finalAt,
            ]
        )
    }

    /// Stores a standing as the result of a challenge and marks it finished.
    func finish(_ challenge: ChallengeRow, _ standing: [LeaderboardTop.Row]) throws {
        let id = challenge.summary.id.description
        for row in standing {
            try execute(
                "INSERT INTO challenge_result (challenge_id, user_id, rank, score) VALUES (?, ?, ?, ?)",
                [id, row.userId.description, row.rank, row.score]
            )
        }
        try execute("UPDATE challenge SET finished = 1 WHERE id = ?", [id])
        try incrementVersion(of: challenge.group)
    }

    /// Removes a user from the results of a group's challenges.
    func removeResults(of user: UserID, in group: GroupID) throws {
        try execute(
            """
            DELETE FROM challenge_result
            WHERE user_id = ? AND challenge_id IN (SELECT id FROM challenge WHERE team_id = ?)
            """,
            [user.description, group.description]
        )
    }

    /// Removes a user from all results.
    func removeResults(of user: UserID) throws {
        try execute("DELETE FROM challenge_result WHERE user_id = ?", [user.description])
    }

    /// Clears a user as creator of a group's challenges.
    func clearCreator(_ user: UserID, in group: GroupID) throws {
        try execute(
            "UPDATE challenge SET made_by = NULL WHERE team_id = ? AND made_by = ?",
            [group.description, user.description]
        )
    }

    /// Removes a challenge without a result.
    func remove(_ challenge: ChallengeRow) throws {
        try execute("DELETE FROM challenge WHERE id = ?", [challenge.summary.id.description])
        try incrementVersion(of: challenge.group)
    }

    /// Removes the challenges of a group with their results.
    func removeChallenges(of group: GroupID) throws {
        try execute(
            "DELETE FROM challenge_result WHERE challenge_id IN (SELECT id FROM challenge WHERE team_id = ?)",
            [group.description]
        )
        try execute("DELETE FROM challenge WHERE team_id = ?", [group.description])
    }
}

extension SQLRow {
    fileprivate func challenge() throws -> ChallengeRow {
        guard let id = ChallengeID(try value("id", as: String.self)),
            let group = GroupID(try value("team_id", as: String.self)),
            let metric = LeaderboardTop.Metric(rawValue: try value("metric", as: String.self))
        else { throw ServiceError(.internalError, "The leaderboard holds an unreadable challenge.") }
        return ChallengeRow(
            summary: .init(
                id: id,
                metric: metric,
                from: PlainDate(dayNumber: try value("from_day")),
                to: PlainDate(dayNumber: try value("to_day")),
                finished: try value("finished", as: Int.self) == 1
            ),
            group: group,
            madeBy: optional("made_by", as: String.self).flatMap { UserID($0) },
            finalAt: try value("final_at")
        )
    }
}
