/// Creates a group with the caller as owner and first member.
public struct LeaderboardGroupsAdd: Contract {
    public typealias Reply = LeaderboardGroup

    public static let method = Method("leaderboard.groups.add", of: .leaderboard, .keyedWrite, .user).route(
        .post,
        "/v1/groups",
        "Creates a group with the caller as owner and first member.",
        scope: .leaderboardWrite,
        success: .created,
        errors: [.conflict]
    )

    public static let rules: Rules<Self> = [.groupName(\.name)]

    public var name: String

    public init(name: String) {
        self.name = name
    }
}

/// Joins the group with a code; no error for a member.
public struct LeaderboardGroupsJoin: Contract {
    public typealias Reply = LeaderboardGroup

    public static let method = Method("leaderboard.groups.join", of: .leaderboard, .keyedWrite, .user).route(
        .post,
        "/v1/groups/join",
        "Joins the group with a code.",
        scope: .leaderboardWrite,
        errors: [.notFound, .conflict]
    )

    /// In any spelling: lower case, with or without separators.
    public var code: String

    public init(code: String) {
        self.code = code
    }
}

/// Lists the caller's groups, by name.
public struct LeaderboardGroupsList: Contract {
    /// A group in a list.
    public struct Item: Codable, Sendable, Equatable {
        public var id: GroupID
        public var name: String
        public var owner: UserID
        /// Number of members.
        public var members: Int
        public var version: Int

        public init(id: GroupID, name: String, owner: UserID, members: Int, version: Int) {
            self.id = id
            self.name = name
            self.owner = owner
            self.members = members
            self.version = version
        }
    }

    public struct Reply: Codable, Sendable, Equatable {
        /// All groups: a user can be in at most ``GroupLimits/groupsMax``.
        public var items: [Item]

        public init(items: [Item]) {
            self.items = items
        }
    }

    public static let method = Method("leaderboard.groups.list", of: .leaderboard, .read, .user).route(
        .get,
        "/v1/groups",
        "Lists the caller's groups, by name.",
        scope: .leaderboardRead
    )

    public init() {}
}

/// Returns one group of the caller, with its standing over a period.
public struct LeaderboardGroupsGet: Contract {
    public typealias Reply = LeaderboardGroup

    public static let method = Method("leaderboard.groups.get", of: .leaderboard, .read, .user).route(
        .get,
        "/v1/groups/{id}",
        "Returns a group of the caller, with its standing over a period.",
        scope: .leaderboardRead,
        errors: [.notFound]
    )

    public var id: GroupID
    public var period: LeaderboardTop.Period?
    public var metric: LeaderboardTop.Metric?

    public init(id: GroupID, period: LeaderboardTop.Period? = nil, metric: LeaderboardTop.Metric? = nil) {
        self.id = id
        self.period = period
        self.metric = metric
    }
}

/// Renames a group; for its owner.
public struct LeaderboardGroupsUpdate: Contract {
    public typealias Reply = LeaderboardGroup

    public static let method = Method("leaderboard.groups.update", of: .leaderboard, .keyedWrite, .user).route(
        .patch,
        "/v1/groups/{id}",
        "Renames a group; for its owner.",
        scope: .leaderboardWrite,
        errors: [.notFound]
    )

    public static let rules: Rules<Self> = [.groupName(\.name)]

    public var id: GroupID
    public var name: String
    /// The required version; any by default.
    public var ifVersion: Int?

    public init(id: GroupID, name: String, ifVersion: Int? = nil) {
        self.id = id
        self.name = name
        self.ifVersion = ifVersion
    }
}

/// Removes a group with its challenges and their results; for its owner.
public struct LeaderboardGroupsRemove: Contract {
    public typealias Reply = Empty

    public static let method = Method("leaderboard.groups.remove", of: .leaderboard, .keyedWrite, .user).route(
        .delete,
        "/v1/groups/{id}",
        "Removes a group with its challenges; for its owner.",
        scope: .leaderboardWrite,
        success: .noContent,
        errors: [.notFound]
    )

    public var id: GroupID

    public init(id: GroupID) {
        self.id = id
    }
}

/// Replaces a group's code, which becomes invalid; for its owner.
public struct LeaderboardGroupsCodeRenew: Contract {
    public typealias Reply = LeaderboardGroup

    public static let method = Method("leaderboard.groups.code.renew", of: .leaderboard, .keyedWrite, .user).route(
        .post,
        "/v1/groups/{id}/code",
        "Replaces the code of a group; for its owner.",
        scope: .leaderboardWrite,
        errors: [.notFound]
    )

    public var id: GroupID

    public init(id: GroupID) {
        self.id = id
    }
}

/// Leaves a group, or, for its owner, removes another member.
///
/// If the owner leaves, the longest-standing member becomes owner; the group is removed with its last member.
public struct LeaderboardGroupsMembersRemove: Contract {
    public typealias Reply = Empty

    public static let method = Method("leaderboard.groups.members.remove", of: .leaderboard, .keyedWrite, .user).route(
        .delete,
        "/v1/groups/{id}/members/{userId}",
        "Leaves a group, or removes another member as its owner.",
        scope: .leaderboardWrite,
        success: .noContent,
        errors: [.notFound]
    )

    /// The group.
    public var id: GroupID
    public var userId: UserID

    public init(id: GroupID, userId: UserID) {
        self.id = id
        self.userId = userId
    }
}

extension API {
    /// The contracts of this file.
    static let leaderboardGroupMethods: [any Contract.Type] = [
        LeaderboardGroupsAdd.self, LeaderboardGroupsJoin.self, LeaderboardGroupsList.self, LeaderboardGroupsGet.self,
        LeaderboardGroupsUpdate.self, LeaderboardGroupsRemove.self, LeaderboardGroupsCodeRenew.self,
        LeaderboardGroupsMembersRemove.self,
    ]
}
