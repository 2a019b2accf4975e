package import Contracts

/// Ranks users by score.
package enum Standing {
    /// A user with a score to rank.
    package struct Entry: Sendable {
        package let user: UserID
        package let name: String
        package let score: Double

        package init(user: UserID, name: String, score: Double) {
            self.user = user
            self.name = name
            self.score = score
        }
    }

    /// Returns rows with ranks, the best first.
    ///
    /// Equal scores share a rank (1, 2, 2, 4), ordered by name, then by id.
    package static func rows(of entries: [Entry]) -> [LeaderboardTop.Row] {
        let sorted = entries.sorted { ($1.score, $0.name, $0.user) < ($0.score, $1.name, $1.user) }
        var rows: [LeaderboardTop.Row] = []
        for (index, entry) in sorted.enumerated() {
            let tied = rows.last.flatMap { $0.score == entry.score ? $0.rank : nil }
            rows.append(.init(rank: tied ?? index + 1, userId: entry.user, name: entry.name, score: entry.score))
        }
        return rows
    }
}
