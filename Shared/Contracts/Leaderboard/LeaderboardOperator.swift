/// Forgets all that stands on the boards, and works it out anew from what profiles and diaries tell.
///
/// Answered when it has begun; ``LeaderboardOperatorStatus`` tells when it is done.
package struct LeaderboardOperatorRebuild: Contract {
    package typealias Reply = Empty

    /// Long enough to forget millions of lines.
    package static let method = Method(
        "leaderboard.operator.rebuild",
        of: .leaderboard,
        .keyedWrite,
        .operator,
        timeoutMs: 120_000
    )

    package init() {}
}

/// How far the boards are worked out, and what stands on them.
package struct LeaderboardOperatorStatus: Contract {
    package enum State: String, Codable, Sendable, CaseIterable {
        /// What profiles and diaries know is being asked for.
        case reloading
        /// The boards of some people are still to be worked out.
        case counting
        /// Everybody stands where they belong.
        case settled
    }

    /// One of the boards.
    package struct BoardDigest: Codable, Sendable, Equatable {
        /// `week.adherence` and the like.
        package var id: String
        /// People on it.
        package var people: Int
        /// SHA-256 of its lines in their order, in hexadecimal; left out where it was not asked for.
        package var digest: String?

        package init(id: String, people: Int, digest: String?) {
            self.id = id
            self.people = people
            self.digest = digest
        }
    }

    package struct Reply: Codable, Sendable, Equatable {
        package var state: State
        /// People whose boards are still to be worked out.
        package var due: Int
        package var boards: [BoardDigest]

        package init(state: State, due: Int, boards: [BoardDigest]) {
            self.state = state
            self.due = due
            self.boards = boards
        }
    }

    /// Long enough to read millions of lines.
    package static let method = Method(
        "leaderboard.operator.status",
        of: .leaderboard,
        .read,
        .operator,
        timeoutMs: 60_000
    )

    /// Whether the lines are read, too; with millions of people that takes seconds.
    package var hasDigests: Bool?

    package init(hasDigests: Bool? = nil) {
        self.hasDigests = hasDigests
    }
}
