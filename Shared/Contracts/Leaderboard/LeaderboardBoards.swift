/// Returns the boards and groups that have changed since a position; for gateways, which send hints to their clients.
///
/// A beacon on ``topic`` triggers the request, at most once a second.
package struct LeaderboardBoards: Contract {
    package enum Kind: String, Codable, Sendable, CaseIterable {
        case board
        case group
    }

    /// A changed board or group.
    package struct Item: Codable, Sendable, Equatable {
        package var kind: Kind
        /// For a board `week.adherence` and the like; otherwise the id of a group.
        package var id: String
        /// Increases with each change, also across restarts of the service.
        package var version: Int
        /// The users affected; nil for all.
        package var members: [UserID]?
        /// The challenges of the group that have changed with it.
        package var challenges: [ChallengeID]?

        package init(
            kind: Kind,
            id: String,
            version: Int,
            members: [UserID]? = nil,
            challenges: [ChallengeID]? = nil
        ) {
            self.kind = kind
            self.id = id
            self.version = version
            self.members = members
            self.challenges = challenges
        }
    }

    package struct Reply: Codable, Sendable, Equatable {
        /// The position for the next request.
        package var position: Int
        package var items: [Item]
        /// Whether unknown groups may have changed, so that every client must refresh.
        package var isIncomplete: Bool

        package init(position: Int, items: [Item], isIncomplete: Bool = false) {
            self.position = position
            self.items = items
            self.isIncomplete = isIncomplete
        }
    }

    package static let method = Method("leaderboard.boards.since", of: .leaderboard, .read, .services)

    /// The topic of beacons that trigger the request; their number is the position.
    package static let topic = "leaderboard.boards"

    /// The position of the previous reply; nil to request only the current position.
    ///
    /// For a position that this process has not returned, such as one of an earlier process, everything counts as
    /// changed.
    package var after: Int?

    package init(after: Int? = nil) {
        self.after = after
    }
}

extension API {
    /// The contracts of this file.
    static let leaderboardBoards: [any Contract.Type] = [LeaderboardBoards.self]
}
