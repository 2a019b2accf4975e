package import Contracts

/// One of the boards: what is compared, over which days.
package struct Board: Hashable, Sendable, CaseIterable {
    package static let allCases = LeaderboardTop.Period.allCases.flatMap { period in
        LeaderboardTop.Metric.allCases.map { Board(period, $0) }
    }

    package let period: LeaderboardTop.Period
    package let metric: LeaderboardTop.Metric

    package init(_ period: LeaderboardTop.Period, _ metric: LeaderboardTop.Metric) {
        self.period = period
        self.metric = metric
    }

    /// The board that somebody asks for; adherence over a week where they do not say.
    package init(asked period: LeaderboardTop.Period?, _ metric: LeaderboardTop.Metric?) {
        self.init(period ?? .week, metric ?? .adherence)
    }

    /// What stands for it in the database; never given to another one.
    package var number: Int {
        let first =
            switch period {
            case .week: 0
            case .month: 3
            }
        return switch metric {
        case .adherence: first
        case .streak: first + 1
        case .logged: first + 2
        }
    }

    /// Its name for others.
    package var id: String { "\(period.rawValue).\(metric.rawValue)" }

    /// Its column in the table of scores.
    var column: String { "\(period.rawValue)_\(metric.rawValue)" }

    /// What people are shown for a number that is kept: adherence is kept in tenths.
    package func score(of number: Int) -> Double {
        switch metric {
        case .adherence: Double(number) / 10
        case .streak, .logged: Double(number)
        }
    }
}

extension LeaderboardTop.Period {
    /// The days that count.
    package var days: Int {
        switch self {
        case .week: 7
        case .month: 30
        }
    }
}
