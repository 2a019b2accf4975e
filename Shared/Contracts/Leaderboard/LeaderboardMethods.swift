/// The best of those who share, and the caller's own rank.
package struct LeaderboardTop: Contract {
    /// One line of the board.
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
        /// The caller's own line; null while they do not share or have logged nothing that
        /// counts.
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

    /// What is compared: never weight, nor the least energy.
    package enum Metric: String, Codable, Sendable, CaseIterable {
        /// 0…100: how near the logged days came to their own targets, as a mean over all 7 or 30 days before today. A day
        /// without entries counts 0, and today counts when it is over.
        case adherence
        /// Days in a row with something logged.
        case streak
        /// Days with something logged.
        case logged
    }

    package static let limits = 1...100
    package static let limitDefault = 20

    package static let method = Method("leaderboard.top", of: .leaderboard, .read, .user)

    package var period: Period?
    package var metric: Metric?
    package var limit: Int?

    package init(period: Period? = nil, metric: Metric? = nil, limit: Int? = nil) {
        self.period = period
        self.metric = metric
        self.limit = limit
    }
}
