/// Makes a group, whose owner and first member is the caller.
package struct LeaderboardGroupsAdd: Contract {
    package typealias Reply = LeaderboardGroup

    package static let method = Method("leaderboard.groups.add", of: .leaderboard, .keyedWrite, .user)

    package var name: String

    package init(name: String) {
        self.name = name
    }
}

/// Joins the group of a code; who is in it already stays in it.
package struct LeaderboardGroupsJoin: Contract {
    package typealias Reply = LeaderboardGroup

    package static let method = Method("leaderboard.groups.join", of: .leaderboard, .keyedWrite, .user)

    /// However it is typed: small letters, and without the marks between its groups.
    package var code: String

    package init(code: String) {
        self.code = code
    }
}

/// The groups in which the caller is, by name.
package struct LeaderboardGroupsList: Contract {
    /// A group as it is listed.
    package struct Item: Codable, Sendable, Equatable {
        package var id: GroupID
        package var name: String
        package var owner: UserID
        /// How many members it has.
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
        /// All of them: nobody can be in more than ``GroupLimits/groupsMax``.
        package var items: [Item]

        package init(items: [Item]) {
            self.items = items
        }
    }

    package static let method = Method("leaderboard.groups.list", of: .leaderboard, .read, .user)

    package init() {}
}

/// One group in which the caller is, with its standing over a period.
package struct LeaderboardGroupsGet: Contract {
    package typealias Reply = LeaderboardGroup

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

/// Gives a group another name, as its owner.
package struct LeaderboardGroupsUpdate: Contract {
    package typealias Reply = LeaderboardGroup

    package static let method = Method("leaderboard.groups.update", of: .leaderboard, .keyedWrite, .user)

    package var id: GroupID
    package var name: String
    /// The version that the change is meant for; any where none is named.
    package var ifVersion: Int?

    package init(id: GroupID, name: String, ifVersion: Int? = nil) {
        self.id = id
        self.name = name
        self.ifVersion = ifVersion
    }
}

/// Ends a group with its challenges and their results, as its owner.
package struct LeaderboardGroupsRemove: Contract {
    package typealias Reply = Empty

    package static let method = Method("leaderboard.groups.remove", of: .leaderboard, .keyedWrite, .user)

    package var id: GroupID

    package init(id: GroupID) {
        self.id = id
    }
}

/// Gives a group another code, as its owner; who has the old one cannot join by it any more.
package struct LeaderboardGroupsCodeRenew: Contract {
    package typealias Reply = LeaderboardGroup

    package static let method = Method("leaderboard.groups.code.renew", of: .leaderboard, .keyedWrite, .user)

    package var id: GroupID

    package init(id: GroupID) {
        self.id = id
    }
}

/// Leaves a group, or takes somebody else out of it, as its owner.
///
/// An owner who leaves hands the group to its longest member; with the last one it ends.
package struct LeaderboardGroupsMembersRemove: Contract {
    package typealias Reply = Empty

    package static let method = Method("leaderboard.groups.members.remove", of: .leaderboard, .keyedWrite, .user)

    /// The group.
    package var id: GroupID
    package var userId: UserID

    package init(id: GroupID, userId: UserID) {
        self.id = id
        self.userId = userId
    }
}
