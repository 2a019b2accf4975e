package import Calendar
package import JSONCoding

/// Returns the last seven days of a sharing user, as a reference for others.
package struct LeaderboardUser: Contract {
    /// A day of that user.
    package struct Day: Codable, Sendable, Equatable {
        package var date: PlainDate
        /// Null for a day without entries.
        @Nullable package var kcal: Double?
        /// Null if the day had no target or no entries.
        @Nullable package var targetKcal: Int?
        /// From 0 to 100: how near the day was to its target.
        package var adherence: Double

        package init(date: PlainDate, kcal: Double?, targetKcal: Int?, adherence: Double) {
            self.date = date
            self._kcal = Nullable(wrappedValue: kcal)
            self._targetKcal = Nullable(wrappedValue: targetKcal)
            self.adherence = adherence
        }
    }

    /// The user's score on one board.
    package struct Score: Codable, Sendable, Equatable {
        package var period: LeaderboardTop.Period
        package var metric: LeaderboardTop.Metric
        package var score: Double

        package init(period: LeaderboardTop.Period, metric: LeaderboardTop.Metric, score: Double) {
            self.period = period
            self.metric = metric
            self.score = score
        }
    }

    package struct Reply: Codable, Sendable, Equatable {
        package var userId: UserID
        package var name: String
        /// Oldest first, ending with the user's own today.
        package var days: [Day]
        /// The scores on all boards with the user.
        package var scores: [Score]

        package init(userId: UserID, name: String, days: [Day], scores: [Score]) {
            self.userId = userId
            self.name = name
            self.days = days
            self.scores = scores
        }
    }

    /// Number of days visible to others.
    package static let daysShown = 7

    package static let http: HTTPBinding? = HTTPBinding(
        .get,
        "/v1/leaderboard/users/{id}",
        "Returns the last seven days of a sharing user.",
        scope: .leaderboardRead,
        errors: [.notFound]
    )

    package static let method = Method("leaderboard.user", of: .leaderboard, .read, .user)

    package var id: UserID

    package init(id: UserID) {
        self.id = id
    }
}

/// Returns one of the last seven days of a sharing user, with their foods if those are shared too.
package struct LeaderboardDay: Contract {
    package struct Reply: Codable, Sendable, Equatable {
        package var date: PlainDate
        /// Null for a day without entries.
        @Nullable package var kcal: Double?
        /// Null if the day had no target or no entries.
        @Nullable package var targetKcal: Int?
        /// From 0 to 100: how near the day was to its target.
        package var adherence: Double
        /// In the order of the day; null if the user does not share foods.
        @Nullable package var foods: [DayShared.SharedFood]?

        package init(day: LeaderboardUser.Day, foods: [DayShared.SharedFood]?) {
            date = day.date
            _kcal = Nullable(wrappedValue: day.kcal)
            _targetKcal = Nullable(wrappedValue: day.targetKcal)
            adherence = day.adherence
            _foods = Nullable(wrappedValue: foods)
        }
    }

    package static let http: HTTPBinding? = HTTPBinding(
        .get,
        "/v1/leaderboard/users/{id}/days/{date}",
        "Returns one of the last seven days of a sharing user, with the foods if those are shared.",
        scope: .leaderboardRead,
        errors: [.notFound]
    )

    package static let method = Method("leaderboard.day", of: .leaderboard, .read, .user)

    package var id: UserID
    /// `today` is the other user's.
    package var date: DayReference

    package init(id: UserID, date: DayReference) {
        self.id = id
        self.date = date
    }
}
