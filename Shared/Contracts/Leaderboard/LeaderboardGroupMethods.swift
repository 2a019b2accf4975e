/// Creates a group with the caller as owner and first member.
package struct LeaderboardGroupsAdd: Contract {
    package typealias Reply = LeaderboardGroup

    package static let http: HTTPBinding? = HTTPBinding(
        .post,
        "/v1/groups",
        "Creates a group with the caller as owner and first member.",
        scope: .leaderboardWrite,
        success: .created,
        errors: [.conflict]
    )

    package static let method = Method("leaderboard.groups.add", of: .leaderboard, .keyedWrite, .user)

    package static let rules: Rules<Self> = [.groupName(\.name)]

    package var name: String

    package init(name: String) {
        self.name = name
    }
}

/// Joins the group with a code; no error for a member.
package struct LeaderboardGroupsJoin: Contract {
    package typealias Reply = LeaderboardGroup

    package static let http: HTTPBinding? = HTTPBinding(
        .post,
        "/v1/groups/join",
        "Joins the group with a code.",
        scope: .leaderboardWrite,
        errors: [.notFound, .conflict]
    )

    package static let method = Method("leaderboard.groups.join", of: .leaderboard, .keyedWrite, .user)

    /// In any spelling: lower case, with or without separators.
    package var code: String

    package init(code: String) {
        self.code = code
    }
}

/// Lists the caller's groups, by name.
package struct LeaderboardGroupsList: Contract {
    /// A group in a list.
    package struct Item: Codable, Sendable, Equatable {
        package var id: GroupID
        package var name: String
        package var owner: UserID
        /// Number of members.
        package var members: Int
        package var version: Int

        package init(id: GroupID, name: String, owner: UserID, members: Int, version: Int) {
            self.id = id
            self.name = name
            self.owner = owner
            self.members = members
            self.version = version
        }
    }

    package struct Reply: Codable, Sendable, Equatable {
        /// All groups: a user can be in at most ``GroupLimits/groupsMax``.
        package var items: [Item]

        package init(items: [Item]) {
            self.items = items
        }
    }

    package static let http: HTTPBinding? = HTTPBinding(
        .get,
        "/v1/groups",
        "Lists the caller's groups, by name.",
        scope: .leaderboardRead
    )

    package static let method = Method("leaderboard.groups.list", of: .leaderboard, .read, .user)

    package init() {}
}

/// Returns one group of the caller, with its standing over a period.
package struct LeaderboardGroupsGet: Contract {
    package typealias Reply = LeaderboardGroup

    package static let http: HTTPBinding? = HTTPBinding(
        .get,
        "/v1/groups/{id}",
        "Returns a group of the caller, with its standing over a period.",
        scope: .leaderboardRead,
        errors: [.notFound]
    )

    package static let method = Method("leaderboard.groups.get", of: .leaderboard, .read, .user)

    package var id: GroupID
    package var period: LeaderboardTop.Period?
    package var metric: LeaderboardTop.Metric?

    package init(id: GroupID, period: LeaderboardTop.Period? = nil, metric: LeaderboardTop.Metric? = nil) {
        self.id = id
        self.period = period
        self.metric = metric
    }
}

/// Renames a group; for its owner.
package struct LeaderboardGroupsUpdate: Contract {
    package typealias Reply = LeaderboardGroup

    package static let http: HTTPBinding? = HTTPBinding(
        .patch,
        "/v1/groups/{id}",
        "Renames a group; for its owner.",
        scope: .leaderboardWrite,
        errors: [.notFound]
    )

    package static let method = Method("leaderboard.groups.update", of: .leaderboard, .keyedWrite, .user)

    package static let rules: Rules<Self> = [.groupName(\.name)]

    package var id: GroupID
    package var name: String
    /// The required version; any by default.
    package var ifVersion: Int?

    package init(id: GroupID, name: String, ifVersion: Int? = nil) {
        self.id = id
        self.name = name
        self.ifVersion = ifVersion
    }
}

/// Removes a group with its challenges and their results; for its owner.
package struct LeaderboardGroupsRemove: Contract {
    package typealias Reply = Empty

    package static let http: HTTPBinding? = HTTPBinding(
        .delete,
        "/v1/groups/{id}",
        "Removes a group with its challenges; for its owner.",
        scope: .leaderboardWrite,
        success: .noContent,
        errors: [.notFound]
    )

    package static let method = Method("leaderboard.groups.remove", of: .leaderboard, .keyedWrite, .user)

    package var id: GroupID

    package init(id: GroupID) {
        self.id = id
    }
}

/// Replaces a group's code, which becomes invalid; for its owner.
package struct LeaderboardGroupsCodeRenew: Contract {
    package typealias Reply = LeaderboardGroup

    package static let http: HTTPBinding? = HTTPBinding(
        .post,
        "/v1/groups/{id}/code",
        "Replaces the code of a group; for its owner.",
        scope: .leaderboardWrite,
        errors: [.notFound]
    )

    package static let method = Method("leaderboard.groups.code.renew", of: .leaderboard, .keyedWrite, .user)

    package var id: GroupID

    package init(id: GroupID) {
        self.id = id
    }
}

/// Leaves a group, or, for its owner, removes another member.
///
/// If the owner leaves, the longest-standing member becomes owner; the group is removed with its last member.
package struct LeaderboardGroupsMembersRemove: Contract {
    package typealias Reply = Empty

    package static let http: HTTPBinding? = HTTPBinding(
        .delete,
        "/v1/groups/{id}/members/{userId}",
        "Leaves a group, or removes another member as its owner.",
        scope: .leaderboardWrite,
        success: .noContent,
        errors: [.notFound]
    )

    package static let method = Method("leaderboard.groups.members.remove", of: .leaderboard, .keyedWrite, .user)

    /// The group.
    package var id: GroupID
    package var userId: UserID

    package init(id: GroupID, userId: UserID) {
        self.id = id
        self.userId = userId
    }
}
