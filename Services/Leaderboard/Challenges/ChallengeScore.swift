package import Calendar
package import Contracts

/// A user's score in a challenge; only days of the challenge count.
package struct ChallengeScore: Sendable {
    /// The score by the metric.
    package let score: Double

    /// Computes the score.
    ///
    /// Returns nil if no day counts yet, or none of them is logged.
    ///
    /// - Parameters:
    ///   - challenge: The days of the challenge.
    ///   - metric: The metric.
    ///   - today: Today in the user's own calendar. As on the boards, it counts as soon as something is logged; for
    ///     adherence it counts when it is over.
    ///   - days: The logged days, at least of the challenge; each date once.
    package init?(
        _ challenge: ClosedRange<PlainDate>,
        by metric: LeaderboardTop.Metric,
        today: PlainDate,
        days: [LoggedDay]
    ) {
        let isTodayCounted = metric != .adherence && days.contains { $0.date == today }
        let last = min(challenge.upperBound, isTodayCounted ? today : today.advanced(by: -1))
        guard challenge.lowerBound <= last else { return nil }
        let span = challenge.lowerBound...last
        let days = days.filter { span.contains($0.date) }.sorted { $0.date < $1.date }
        if days.isEmpty { return nil }
        score =
            switch metric {
            case .adherence: Self.adherence(of: days, span.count)
            case .streak: Double(Self.streak(of: days))
            case .logged: Double(days.count)
            }
    }

    /// Returns the mean adherence of the days so far, 0…100 with one decimal.
    ///
    /// Days without entries count 0.
    private static func adherence(of days: [LoggedDay], _ count: Int) -> Double {
        let mean = days.reduce(0) { $0 + $1.adherence } / Double(count)
        return (mean * 1_000).rounded() / 10
    }

    /// Returns the largest number of consecutive logged days.
    private static func streak(of days: [LoggedDay]) -> Int {
        var (longest, current) = (0, 0)
        var last: PlainDate?
        for day in days {
            current = last?.advanced(by: 1) == day.date ? current + 1 : 1
            (longest, last) = (max(longest, current), day.date)
        }
        return longest
    }
}
