package import Calendar
package import JSONCoding

/// The kind of the ids of challenges.
package enum ChallengeKind {}

package typealias ChallengeID = Identifier<ChallengeKind>

/// A comparison of a group's members over some days, with a permanent result.
///
/// Each day is that of the member's own zone and start of day. Only days within the challenge count. For adherence,
/// days without entries count 0, and today counts once it is over. A streak is the longest one within the challenge.
package struct LeaderboardChallenge: Codable, Sendable, Equatable {
    /// A challenge in a list.
    package struct Summary: Codable, Sendable, Equatable {
        package var id: ChallengeID
        package var metric: LeaderboardTop.Metric
        package var from: PlainDate
        package var to: PlainDate
        package var finished: Bool

        package init(
            id: ChallengeID,
            metric: LeaderboardTop.Metric,
            from: PlainDate,
            to: PlainDate,
            finished: Bool
        ) {
            self.id = id
            self.metric = metric
            self.from = from
            self.to = to
            self.finished = finished
        }
    }

    package var id: ChallengeID
    package var groupId: GroupID
    /// The member that announced it; null if they have left the group, or if it was announced before this field
    /// existed.
    @Nullable package var madeBy: UserID?
    package var metric: LeaderboardTop.Metric
    package var from: PlainDate
    package var to: PlainDate
    /// The time at which the result is determined; RFC 3339, UTC.
    ///
    /// It is two days after the end of the last day in the last zone, so that entries logged offline still count.
    package var finalAt: String
    /// Whether the standing is the final result, which later entries do not change.
    package var finished: Bool
    /// The sharing members with entries.
    ///
    /// Members that leave or stop sharing are removed, also from a result; the others remain as they were.
    package var standing: [LeaderboardTop.Row]

    package init(
        _ summary: Summary,
        groupId: GroupID,
        madeBy: UserID?,
        finalAt: String,
        standing: [LeaderboardTop.Row]
    ) {
        id = summary.id
        self.groupId = groupId
        _madeBy = Nullable(wrappedValue: madeBy)
        metric = summary.metric
        from = summary.from
        to = summary.to
        self.finalAt = finalAt
        finished = summary.finished
        self.standing = standing
    }
}

/// Announces a challenge in a group of the caller.
package struct LeaderboardChallengesAdd: Contract {
    package typealias Reply = LeaderboardChallenge

    package static let http: HTTPBinding? = HTTPBinding(
        .post,
        "/v1/groups/{id}/challenges",
        "Announces a challenge in a group of the caller.",
        scope: .leaderboardWrite,
        success: .created,
        errors: [.invalid, .notFound, .conflict]
    )

    package static let method = Method("leaderboard.challenges.add", of: .leaderboard, .keyedWrite, .user)

    /// The group.
    package var id: GroupID
    package var metric: LeaderboardTop.Metric
    /// The caller's today or a later day.
    package var from: DayReference
    package var to: DayReference

    package init(id: GroupID, metric: LeaderboardTop.Metric, from: DayReference, to: DayReference) {
        self.id = id
        self.metric = metric
        self.from = from
        self.to = to
    }
}

/// Returns a challenge of one of the caller's groups, with its standing or result.
package struct LeaderboardChallengesGet: Contract {
    package typealias Reply = LeaderboardChallenge

    package static let http: HTTPBinding? = HTTPBinding(
        .get,
        "/v1/challenges/{id}",
        "Returns a challenge with its standing or result.",
        scope: .leaderboardRead,
        errors: [.notFound]
    )

    package static let method = Method("leaderboard.challenges.get", of: .leaderboard, .read, .user)

    package var id: ChallengeID

    package init(id: ChallengeID) {
        self.id = id
    }
}

/// Withdraws a challenge; for its announcer and the owner of its group.
///
/// Possible until its last day has ended in every zone; after that it remains with its result. A withdrawn challenge
/// and its standing are no longer available to anyone.
package struct LeaderboardChallengesRemove: Contract {
    package typealias Reply = Empty

    package static let http: HTTPBinding? = HTTPBinding(
        .delete,
        "/v1/challenges/{id}",
        "Withdraws a challenge that has not ended.",
        scope: .leaderboardWrite,
        success: .noContent,
        errors: [.notFound, .conflict]
    )

    package static let method = Method("leaderboard.challenges.remove", of: .leaderboard, .keyedWrite, .user)

    package var id: ChallengeID

    package init(id: ChallengeID) {
        self.id = id
    }
}
