package import Calendar
package import Contracts

/// A day with at least one entry.
package struct LoggedDay: Sendable, Equatable {
    /// The day in the user's own calendar.
    package let date: PlainDate
    /// The energy of all entries, in kcal.
    package let kcal: Double
    /// The target in kcal, above 0; nil if the day had no target.
    package let targetKcal: Int?
    /// Whether the user has marked the day as complete, so that it counts as over.
    package let isComplete: Bool

    package init(date: PlainDate, kcal: Double, targetKcal: Int?, isComplete: Bool = false) {
        self.date = date
        self.kcal = kcal
        self.targetKcal = targetKcal
        self.isComplete = isComplete
    }

    /// How close the day came to its target, 0…1: 1 on the target, 0 at no energy or at double the target.
    ///
    /// A day without a target has adherence 0. A target below `EnergyFloor.womenKcal` counts as that floor,
    /// so that starving is not rewarded.
    package var adherence: Double {
        guard let targetKcal else { return 0 }
        let target = max(Double(targetKcal), EnergyFloor.womenKcal)
        return max(0, 1 - abs(kcal - target) / target)
    }
}

/// Computes a user's score over a period.
package struct PersonScore: Sendable {
    private let today: PlainDate
    private let length: Int
    /// Logged days of the period; today counts as soon as something is logged.
    private let days: [LoggedDay]
    /// Logged days of the period that are over.
    private let daysOver: [LoggedDay]

    /// Selects the days that count.
    ///
    /// - Parameters:
    ///   - today: Today in the user's own calendar. For `logged` the period ends yesterday until something is logged
    ///     today, so that no score falls at midnight. For adherence it ends yesterday, because a current day is
    ///     incomplete, or today once the user has marked it as complete.
    ///   - length: The number of days of the period.
    ///   - days: The logged days, at least of the period; each date once.
    package init(today: PlainDate, length: Int, days: [LoggedDay]) {
        let yesterday = today.advanced(by: -1)
        let last = days.contains { $0.date == today } ? today : yesterday
        func logged(until last: PlainDate) -> [LoggedDay] {
            let period = last.advanced(by: 1 - length)...last
            return days.filter { period.contains($0.date) }
        }
        self.today = today
        self.length = length
        self.days = logged(until: last)
        let isTodayOver = days.contains { $0.date == today && $0.isComplete }
        daysOver = logged(until: isTodayOver ? today : yesterday)
    }

    /// The number of logged days in the period.
    package var logged: Int { days.count }

    /// The adherence in tenths of a percent, 0…1,000; nil while no completed day has entries.
    ///
    /// It is the mean over all days of the period; days without entries count 0. The divisor is the same for all users.
    /// One good day of a new user therefore counts no more than one of any other user. Removing days raises no score.
    package var adherenceTenths: Int? {
        guard !daysOver.isEmpty else { return nil }
        let mean = daysOver.reduce(0) { $0 + $1.adherence } / Double(length)
        return Int((mean * 1_000).rounded())
    }

    /// Returns the number of consecutive logged days that end today or yesterday.
    package func streak(of streaks: [ClosedRange<PlainDate>]) -> Int {
        for end in [today, today.advanced(by: -1)] {
            guard let streak = streaks.first(where: { $0.contains(end) }) else { continue }
            return streak.lowerBound.distance(to: end) + 1
        }
        return 0
    }
}

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
