/// What has changed on the boards and in groups since somebody last asked; for gateways, which hint it to those who listen.
///
/// A beacon on ``topic`` says when to ask, at most once a second.
package struct LeaderboardBoards: Contract {
    package enum Kind: String, Codable, Sendable, CaseIterable {
        case board
        case group
    }

    /// Something that stands otherwise than before.
    package struct Item: Codable, Sendable, Equatable {
        package var kind: Kind
        /// Of a board `week.adherence` and the like; otherwise the id of a group.
        package var id: String
        /// Grows with each change, across starts of the service, too.
        package var version: Int
        /// Whom it concerns, where it does not concern everybody.
        package var members: [UserID]?
        /// The challenges of a group that stand otherwise with it.
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
        /// What to ask with next.
        package var place: Int
        package var items: [Item]
        /// Whether groups may have changed of which nothing is known any more: everybody has to look anew.
        package var isIncomplete: Bool

        package init(place: Int, items: [Item], isIncomplete: Bool = false) {
            self.place = place
            self.items = items
            self.isIncomplete = isIncomplete
        }
    }

    package static let method = Method("leaderboard.boards.since", of: .leaderboard, .read, .services)

    /// The topic of beacons that wake whoever asks; their number is the place.
    package static let topic = "leaderboard.boards"

    /// The place of the answer before; nil for who only wants to know where to begin.
    ///
    /// At one that this process has not told, such as that of the process before it, everything counts as changed.
    package var after: Int?

    package init(after: Int? = nil) {
        self.after = after
    }
}
