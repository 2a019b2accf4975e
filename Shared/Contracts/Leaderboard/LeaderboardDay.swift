/// One of the last seven days of somebody who shares, with what they ate if they share that too.
package struct LeaderboardDay: Contract {
    package struct Reply: Codable, Sendable, Equatable {
        package var date: PlainDate
        /// Null for a day on which nothing is logged.
        @Nullable package var kcal: Double?
        /// Null where the day had no target, or nothing is logged.
        @Nullable package var targetKcal: Int?
        /// 0…100: how near the day came to its target.
        package var adherence: Double
        /// In the order of the day; null while they do not share their foods.
        @Nullable package var foods: [DayShared.SharedFood]?

        package init(day: LeaderboardUser.Day, foods: [DayShared.SharedFood]?) {
            date = day.date
            _kcal = Nullable(wrappedValue: day.kcal)
            _targetKcal = Nullable(wrappedValue: day.targetKcal)
            adherence = day.adherence
            _foods = Nullable(wrappedValue: foods)
        }
    }

    package static let method = Method("leaderboard.day", of: .leaderboard, .read, .user)

    package var id: UserID
    /// Today is theirs.
    package var date: DayReference

    package init(id: UserID, date: DayReference) {
        self.id = id
        self.date = date
    }
}
