/// The kind of a group of people who compare among themselves.
package enum GroupKind {}

package typealias GroupID = Identifier<GroupKind>

/// A group, as its members see it.
package struct LeaderboardGroup: Codable, Sendable, Equatable {
    /// One who is in it.
    package struct Member: Codable, Sendable, Equatable {
        package var userId: UserID
        /// Null for a moment, until their profile has told it.
        @Nullable package var name: String?
        /// Whether they share how they do; who does not is in no standing.
        package var shares: Bool
        /// RFC 3339, UTC.
        package var joinedAt: String

        package init(userId: UserID, name: String?, shares: Bool, joinedAt: String) {
            self.userId = userId
            self._name = Nullable(wrappedValue: name)
            self.shares = shares
            self.joinedAt = joinedAt
        }
    }

    package var id: GroupID
    package var name: String
    /// Whoever has it can join.
    package var code: String
    package var owner: UserID
    /// The longest member first.
    package var members: [Member]
    /// How those who share and have logged something in the period compare.
    package var standing: [LeaderboardTop.Row]
    /// The newest first.
    package var challenges: [LeaderboardChallenge.Summary]
    /// Counts the changes of its name, its code, its owner, its members and its list of challenges, from 1.
    package var version: Int

    package init(
        id: GroupID,
        name: String,
        code: String,
        owner: UserID,
        members: [Member],
        standing: [LeaderboardTop.Row],
        challenges: [LeaderboardChallenge.Summary],
        version: Int
    ) {
        self.id = id
        self.name = name
        self.code = code
        self.owner = owner
        self.members = members
        self.standing = standing
        self.challenges = challenges
        self.version = version
    }
}

/// How many and how large groups may be.
package enum GroupLimits {
    /// People in one group: a company's department; their standing is worked out at each look.
    package static let membersMax = 200
    /// Groups in which somebody can be: more than anybody looks at.
    package static let groupsMax = 50
    package static let nameLength = 1...64
    /// The UTF-8 bytes of a name: characters can be of any number of bytes.
    package static let nameBytesMax = 256
    /// Challenges of a group that have no result yet.
    package static let openChallengesMax = 20
    /// Challenges that are listed with a group, the newest of them; older ones are found by their ids.
    package static let challengesListedMax = 100
    /// Days of a challenge: a season at most, which is worked out at each look.
    package static let challengeDays = 1...92
    /// By how many days a challenge may be announced: a year.
    package static let challengeAheadDaysMax = 365
}
