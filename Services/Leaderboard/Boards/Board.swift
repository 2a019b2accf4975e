package import Contracts

/// One board: a metric and a period.
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

    /// Creates the board of a request.
    ///
    /// The defaults are a week and adherence.
    package init(requested period: LeaderboardTop.Period?, _ metric: LeaderboardTop.Metric?) {
        self.init(period ?? .week, metric ?? .adherence)
    }

    /// Identifies the board in the database.
    ///
    /// A number is never reused for another board.
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

    /// Identifies the board in messages.
    package var id: String { "\(period.rawValue).\(metric.rawValue)" }

    /// The column of the board in the table of scores.
    var column: String { "\(period.rawValue)_\(metric.rawValue)" }

    /// Converts a stored number to a displayed score.
    ///
    /// Adherence is stored in tenths.
    package func score(of number: Int) -> Double {
        switch metric {
        case .adherence: Double(number) / 10
        case .streak, .logged: Double(number)
        }
    }
}

extension LeaderboardTop.Period {
    /// The number of days in the period.
    package var days: Int {
        switch self {
        case .week: 7
        case .month: 30
        }
    }
}
