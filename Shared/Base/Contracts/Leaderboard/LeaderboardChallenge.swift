public import Calendar
public import JSONCoding

/// The kind of the ids of challenges.
public enum ChallengeKind {}

public typealias ChallengeID = Identifier<ChallengeKind>

/// A comparison of a group's members over some days, with a permanent result.
///
/// Each day is that of the member's own zone and start of day. Only days within the challenge count. For adherence,
/// days without entries count 0, and today counts once it is over. A streak is the longest one within the challenge.
public struct LeaderboardChallenge: Codable, Sendable, Equatable {
    /// A challenge in a list.
    public struct Summary: Codable, Sendable, Equatable {
        public var id: ChallengeID
        public var metric: LeaderboardTop.Metric
        public var from: PlainDate
        public var to: PlainDate
        public var finished: Bool

        public init(
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

    public var id: ChallengeID
    public var groupId: GroupID
    /// The member that announced it; null if they have left the group, or if it was announced before this field
    /// existed.
    @Nullable public var madeBy: UserID?
    public var metric: LeaderboardTop.Metric
    public var from: PlainDate
    public var to: PlainDate
    /// The time at which the result is determined; RFC 3339, UTC.
    ///
    /// It is two days after the end of the last day in the last zone, so that entries logged offline still count.
    public var finalAt: String
    /// Whether the standing is the final result, which later entries do not change.
    public var finished: Bool
    /// The sharing members with entries.
    ///
    /// Members that leave or stop sharing are removed, also from a result; the others remain as they were.
    public var standing: [LeaderboardTop.Row]

    public init(
        _ summary: Summary,
        groupId: GroupID,
        madeBy: UserID?,
        finalAt: String,
        standing: [LeaderboardTop.Row]
    ) {
        id = summary.id
        self.groupId = groupId
        self.madeBy = madeBy
        metric = summary.metric
        from = summary.from
        to = summary.to
        self.finalAt = finalAt
        finished = summary.finished
        self.standing = standing
    }
}

/// Announces a challenge in a group of the caller.
public struct LeaderboardChallengesAdd: Contract {
    public typealias Reply = LeaderboardChallenge

    public static let method = Method("leaderboard.challenges.add", of: .leaderboard, .keyedWrite, .user).route(
        .post,
        "/v1/groups/{id}/challenges",
        "Announces a challenge in a group of the caller.",
        scope: .leaderboardWrite,
        success: .created,
        errors: [.invalid, .notFound, .conflict]
    )

    /// The group.
    public var id: GroupID
    public var metric: LeaderboardTop.Metric
    /// The caller's today or a later day.
    public var from: DayReference
    public var to: DayReference

    public init(id: GroupID, metric: LeaderboardTop.Metric, from: DayReference, to: DayReference) {
        self.id = id
        self.metric = metric
        self.from = from
        self.to = to
    }
}

/// Returns a challenge of one of the caller's groups, with its standing or result.
public struct LeaderboardChallengesGet: Contract {
    public typealias Reply = LeaderboardChallenge

    public static let method = Method("leaderboard.challenges.get", of: .leaderboard, .read, .user).route(
        .get,
        "/v1/challenges/{id}",
        "Returns a challenge with its standing or result.",
        scope: .leaderboardRead,
        errors: [.notFound]
    )

    public var id: ChallengeID

    public init(id: ChallengeID) {
        self.id = id
    }
}

/// Withdraws a challenge; for its announcer and the owner of its group.
///
/// Possible until its last day has ended in every zone; after that it remains with its result. A withdrawn challenge
/// and its standing are no longer available to anyone.
public struct LeaderboardChallengesRemove: Contract {
    public typealias Reply = Empty

    public static let method = Method("leaderboard.challenges.remove", of: .leaderboard, .keyedWrite, .user).route(
        .delete,
        "/v1/challenges/{id}",
        "Withdraws a challenge that has not ended.",
        scope: .leaderboardWrite,
        success: .noContent,
        errors: [.notFound, .conflict]
    )

    public var id: ChallengeID

    public init(id: ChallengeID) {
        self.id = id
    }
}

extension API {
    /// The contracts of this file.
    static let leaderboardChallenge: [any Contract.Type] = [
        LeaderboardChallengesAdd.self, LeaderboardChallengesGet.self, LeaderboardChallengesRemove.self,
    ]
}
