public import JSONCoding

/// Returns the best of the sharing users, and the caller's own rank.
public struct LeaderboardTop: Contract {
    /// A row of the board.
    public struct Row: Codable, Sendable, Equatable {
        public var rank: Int
        public var userId: UserID
        public var name: String
        /// The signed address of the user's image, valid for an hour or two; null without one.
        @Nullable public var imageURL: String?
        public var score: Double

        public init(rank: Int, userId: UserID, name: String, imageURL: String? = nil, score: Double) {
            self.rank = rank
            self.userId = userId
            self.name = name
            self.imageURL = imageURL
            self.score = score
        }
    }

    public struct Reply: Codable, Sendable {
        public var items: [Row]
        /// The caller's own row; null if they do not share or have no entries that count.
        @Nullable public var me: Row?

        public init(items: [Row], me: Row?) {
            self.items = items
            self.me = me
        }
    }

    /// The days that count.
    public enum Period: String, Codable, Sendable, CaseIterable {
        /// The last 7 days.
        case week
        /// The last 30 days.
        case month
    }

    /// The compared value: never weight, nor the lowest energy.
    public enum Metric: String, Codable, Sendable, CaseIterable {
        /// The mean score of all 7 or 30 days before today, from 0 to 100: how near each day was to its own target.
        ///
        /// A day without entries counts 0, and today counts once it is over.
        case adherence
        /// Consecutive days with entries.
        case streak
        /// Days with entries.
        case logged
    }

    public static let limits = 1...100
    public static let limitDefault = 20

    public static let method = Method("leaderboard.top", of: .leaderboard, .read, .user).route(
        .get,
        "/v1/leaderboard",
        "Returns the best of the sharing users, and the caller's own rank.",
        scope: .leaderboardRead
    )

    public static let rules: Rules<Self> = [.range(\.limit, limits)]

    public var period: Period?
    public var metric: Metric?
    public var limit: Int?

    public init(period: Period? = nil, metric: Metric? = nil, limit: Int? = nil) {
        self.period = period
        self.metric = metric
        self.limit = limit
    }
}

extension API {
    /// The contracts of this file.
    static let leaderboardMethods: [any Contract.Type] = [LeaderboardTop.self]
}
