public import JSONCoding

/// The kind of the ids of groups for comparison.
public enum GroupKind {}

public typealias GroupID = Identifier<GroupKind>

/// A group as its members see it.
public struct LeaderboardGroup: Codable, Sendable, Equatable, Versioned {
    /// A member of a group.
    public struct Member: Codable, Sendable, Equatable {
        public var userId: UserID
        /// Null until the profile's event has arrived.
        @Nullable public var name: String?
        /// The signed address of the image, valid for an hour or two.
        ///
        /// Null without an image, and for a member that does not share.
        @Nullable public var imageURL: String?
        /// Whether the member shares results; others are in no standing.
        public var shares: Bool
        /// RFC 3339, UTC.
        public var joinedAt: String

        public init(userId: UserID, name: String?, imageURL: String? = nil, shares: Bool, joinedAt: String) {
            self.userId = userId
            self.name = name
            self.imageURL = imageURL
            self.shares = shares
            self.joinedAt = joinedAt
        }
    }

    public var id: GroupID
    public var name: String
    /// The code for joining.
    public var code: String
    public var owner: UserID
    /// In the order of joining.
    public var members: [Member]
    /// The comparison of the sharing members with entries in the period.
    public var standing: [LeaderboardTop.Row]
    /// Newest first.
    public var challenges: [LeaderboardChallenge.Summary]
    /// Number of changes of name, code, owner, members and list of challenges, from 1.
    public var version: Int

    public init(
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

/// The limits of groups.
public enum GroupLimits {
    /// Members of one group: a company's department; their standing is computed at each request.
    public static let membersMax = 200
    /// Groups per user: more than a user can follow.
    public static let groupsMax = 50
    public static let nameLength = 1...64
    /// Challenges of a group without a result.
    public static let openChallengesMax = 20
    /// Challenges listed with a group, newest first; older ones are available by id.
    public static let challengesListedMax = 100
    /// Days of a challenge: at most a season; the standing is computed at each request.
    public static let challengeDays = 1...92
    /// Days between the announcement and the start of a challenge: at most a year.
    public static let challengeAheadDaysMax = 365
}

extension Rule {
    /// Requires the name of a group: short, in one line; white space around it is removed.
    static func groupName<Field: RuleField & Sendable>(_ path: Path<Field>) -> Rule where Field.RuleValue == String {
        .all([
            .trimmedLength(path, GroupLimits.nameLength),
            .pattern(path, TextPattern.oneLine, "{field} must not have control characters.") { name in
                !name.trimmingWhiteSpace.unicodeScalars.contains(where: \.isControl)
            },
        ])
    }
}
