public import Calendar
public import JSONCoding

/// Returns the last seven days of a sharing user, as a reference for others.
public struct LeaderboardUser: Contract {
    /// A day of that user.
    public struct Day: Codable, Sendable, Equatable {
        public var date: PlainDate
        /// Null for a day without entries.
        @Nullable public var kcal: Double?
        /// Null if the day had no target or no entries.
        @Nullable public var targetKcal: Int?
        /// From 0 to 100: how near the day was to its target.
        public var adherence: Double

        public init(date: PlainDate, kcal: Double?, targetKcal: Int?, adherence: Double) {
            self.date = date
            self.kcal = kcal
            self.targetKcal = targetKcal
            self.adherence = adherence
        }
    }

    /// The user's score on one board.
    public struct Score: Codable, Sendable, Equatable {
        public var period: LeaderboardTop.Period
        public var metric: LeaderboardTop.Metric
        public var score: Double

        public init(period: LeaderboardTop.Period, metric: LeaderboardTop.Metric, score: Double) {
            self.period = period
            self.metric = metric
            self.score = score
        }
    }

    public struct Reply: Codable, Sendable, Equatable {
        public var userId: UserID
        public var name: String
        /// The signed address of the user's image, valid for an hour or two; null without one.
        @Nullable public var imageURL: String?
        /// Oldest first, ending with the user's own today.
        public var days: [Day]
        /// The scores on all boards with the user.
        public var scores: [Score]

        public init(userId: UserID, name: String, imageURL: String? = nil, days: [Day], scores: [Score]) {
            self.userId = userId
            self.name = name
            self.imageURL = imageURL
            self.days = days
            self.scores = scores
        }
    }

    /// Number of days visible to others.
    public static let daysShown = 7

    public static let method = Method("leaderboard.user", of: .leaderboard, .read, .user).route(
        .get,
        "/v1/leaderboard/users/{id}",
        "Returns the last seven days of a sharing user.",
        scope: .leaderboardRead,
        errors: [.notFound]
    )

    public var id: UserID

    public init(id: UserID) {
        self.id = id
    }
}

/// Returns one of the last seven days of a sharing user, with their foods if those are shared too.
public struct LeaderboardDay: Contract {
    public struct Reply: Codable, Sendable, Equatable {
        public var date: PlainDate
        /// Null for a day without entries.
        @Nullable public var kcal: Double?
        /// Null if the day had no target or no entries.
        @Nullable public var targetKcal: Int?
        /// From 0 to 100: how near the day was to its target.
        public var adherence: Double
        /// In the order of the day; null if the user does not share foods.
        @Nullable public var foods: [DayShared.SharedFood]?

        public init(day: LeaderboardUser.Day, foods: [DayShared.SharedFood]?) {
            date = day.date
            self.kcal = day.kcal
            self.targetKcal = day.targetKcal
            adherence = day.adherence
            self.foods = foods
        }
    }

    public static let method = Method("leaderboard.day", of: .leaderboard, .read, .user).route(
        .get,
        "/v1/leaderboard/users/{id}/days/{date}",
        "Returns one of the last seven days of a sharing user, with the foods if those are shared.",
        scope: .leaderboardRead,
        errors: [.notFound]
    )

    public var id: UserID
    /// `today` is the other user's.
    public var date: DayReference

    public init(id: UserID, date: DayReference) {
        self.id = id
        self.date = date
    }
}

extension API {
    /// The contracts of this file.
    static let leaderboardUser: [any Contract.Type] = [LeaderboardUser.self, LeaderboardDay.self]
}
