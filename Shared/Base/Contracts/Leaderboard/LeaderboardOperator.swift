/// Deletes all boards and computes them again from the data of profiles and diaries.
///
/// Replies when the rebuild has begun; ``LeaderboardOperatorStatus`` shows its progress.
package struct LeaderboardOperatorRebuild: Contract {
    package typealias Reply = Empty

    /// The time-out allows for deleting millions of rows.
    package static let method = Method(
        "leaderboard.operator.rebuild",
        of: .leaderboard,
        .keyedWrite,
        .operator,
        timeoutMs: 120_000
    )

    package init() {}
}

/// Returns the progress of computing the boards, and their content.
package struct LeaderboardOperatorStatus: Contract {
    package enum State: String, Codable, Sendable, CaseIterable {
        /// Snapshots of profiles and diaries are being loaded.
        case reloading
        /// The boards of some users are yet to be computed.
        case counting
        /// All boards are current.
        case settled
    }

    /// A board.
    package struct BoardDigest: Codable, Sendable, Equatable {
        /// `week.adherence` and the like.
        package var id: String
        /// Number of users on it.
        package var people: Int
        /// SHA-256 of its rows in their order, in hexadecimal; omitted unless requested.
        package var digest: String?

        package init(id: String, people: Int, digest: String?) {
            self.id = id
            self.people = people
            self.digest = digest
        }
    }

    package struct Reply: Codable, Sendable, Equatable {
        package var state: State
        /// Number of users with boards yet to be computed.
        package var due: Int
        package var boards: [BoardDigest]

        package init(state: State, due: Int, boards: [BoardDigest]) {
            self.state = state
            self.due = due
            self.boards = boards
        }
    }

    /// The time-out allows for reading millions of rows.
    package static let method = Method(
        "leaderboard.operator.status",
        of: .leaderboard,
        .read,
        .operator,
        timeoutMs: 60_000
    )

    /// Whether to compute digests; with millions of users that takes seconds.
    package var hasDigests: Bool?

    package init(hasDigests: Bool? = nil) {
        self.hasDigests = hasDigests
    }
}

extension API {
    /// The contracts of this file.
    static let leaderboardOperator: [any Contract.Type] = [
        LeaderboardOperatorRebuild.self, LeaderboardOperatorStatus.self,
    ]
}
