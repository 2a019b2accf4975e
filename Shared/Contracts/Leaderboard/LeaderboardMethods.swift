package import JSONCoding

/// Returns the best of the sharing users, and the caller's own rank.
package struct LeaderboardTop: Contract {
    /// A row of the board.
    package struct Row: Codable, Sendable, Equatable {
        package var rank: Int
        package var userId: UserID
        package var name: String
        package var score: Double

        package init(rank: Int, userId: UserID, name: String, score: Double) {
            self.rank = rank
            self.userId = userId
            self.name = name
            self.score = score
        }
    }

    package struct Reply: Codable, Sendable {
        package var items: [Row]
        /// The caller's own row; null if they do not share or have no entries that count.
        @Nullable package var me: Row?

        package init(items: [Row], me: Row?) {
            self.items = items
            self._me = Nullable(wrappedValue: me)
        }
    }

    /// The days that count.
    package enum Period: String, Codable, Sendable, CaseIterable {
        /// The last 7 days.
        case week
        /// The last 30 days.
        case month
    }

    /// The compared value: never weight, nor the lowest energy.
    package enum Metric: String, Codable, Sendable, CaseIterable {
        /// The mean score of all 7 or 30 days before today, from 0 to 100: how near each day was to its own target.
        ///
        /// A day without entries counts 0, and today counts once it is over.
        case adherence
        /// Consecutive days with entries.
        case streak
        /// Days with entries.
        case logged
    }

    package static let limits = 1...100
    package static let limitDefault = 20

    package static let http: HTTPBinding? = HTTPBinding(
        .get,
        "/v1/leaderboard",
        "Returns the best of the sharing users, and the caller's own rank.",
        scope: .leaderboardRead
    )

    package static let method = Method("leaderboard.top", of: .leaderboard, .read, .user)

    package static let rules: Rules<Self> = [.range(\.limit, limits)]

    package var period: Period?
    package var metric: Metric?
    package var limit: Int?

    package init(period: Period? = nil, metric: Metric? = nil, limit: Int? = nil) {
        self.period = period
        self.metric = metric
        self.limit = limit
    }
}
