/// The kind of a challenge.
package enum ChallengeKind {}

package typealias ChallengeID = Identifier<ChallengeKind>

/// A comparison of a group's members over some days, which ends with a result that stays.
///
/// Each day is that of a member's own zone and start of day. Only days within the challenge count: for adherence those
/// without entries count nothing, and today counts when it is over; a streak is the longest one within it.
package struct LeaderboardChallenge: Codable, Sendable, Equatable {
    /// A challenge as it is listed.
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
    /// Who has announced it; null where they have left the group, and where it is from before this was noted.
    @Nullable package var madeBy: UserID?
    package var metric: LeaderboardTop.Metric
    package var from: PlainDate
    package var to: PlainDate
    /// When the result is taken, RFC 3339, UTC: two days after the last zone has ended the last day, so that what was
    /// logged without a connection still counts.
    package var finalAt: String
    /// Whether the standing is the result, which nothing changes that is logged later.
    package var finished: Bool
    /// The members who share and have logged something.
    ///
    /// Who leaves, or ends to share, is taken out of it, of a result as well; the others stay as they were.
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

/// Announces a challenge in a group in which the caller is.
package struct LeaderboardChallengesAdd: Contract {
    package typealias Reply = LeaderboardChallenge

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

/// One challenge of a group in which the caller is, with its standing or its result.
package struct LeaderboardChallengesGet: Contract {
    package typealias Reply = LeaderboardChallenge

    package static let method = Method("leaderboard.challenges.get", of: .leaderboard, .read, .user)

    package var id: ChallengeID

    package init(id: ChallengeID) {
        self.id = id
    }
}

/// Takes a challenge back, as the one who has announced it or as the owner of its group.
///
/// Until its last day has ended everywhere; from then on it stays with its result. Others find neither the challenge nor what
/// they had reached in it any more.
package struct LeaderboardChallengesRemove: Contract {
    package typealias Reply = Empty

    package static let method = Method("leaderboard.challenges.remove", of: .leaderboard, .keyedWrite, .user)

    package var id: ChallengeID

    package init(id: ChallengeID) {
        self.id = id
    }
}
