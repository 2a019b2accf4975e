/// The last seven days of somebody who shares, as a reference for others.
package struct LeaderboardUser: Contract {
    /// A day of theirs.
    package struct Day: Codable, Sendable, Equatable {
        package var date: PlainDate
        /// Null for a day on which nothing is logged.
        @Nullable package var kcal: Double?
        /// Null where the day had no target, or nothing is logged.
        @Nullable package var targetKcal: Int?
        /// 0…100: how near the day came to its target.
        package var adherence: Double

        package init(date: PlainDate, kcal: Double?, targetKcal: Int?, adherence: Double) {
            self.date = date
            self._kcal = Nullable(wrappedValue: kcal)
            self._targetKcal = Nullable(wrappedValue: targetKcal)
            self.adherence = adherence
        }
    }

    /// What they have on one of the boards.
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
        /// The oldest first, ending with their own today.
        package var days: [Day]
        /// Of the boards on which they stand.
        package var scores: [Score]

        package init(userId: UserID, name: String, days: [Day], scores: [Score]) {
            self.userId = userId
            self.name = name
            self.days = days
            self.scores = scores
        }
    }

    /// Days that others see.
    package static let daysShown = 7

    package static let method = Method("leaderboard.user", of: .leaderboard, .read, .user)

    package var id: UserID

    package init(id: UserID) {
        self.id = id
    }
}
