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

    package static let method = Method("leaderboard.day", of: .leaderboard, .read, .user)

    package var id: UserID
    /// `today` is the other user's.
    package var date: DayReference

    package init(id: UserID, date: DayReference) {
        self.id = id
        self.date = date
    }
}
