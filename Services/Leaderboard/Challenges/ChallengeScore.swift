package import Contracts

/// The score of one person in a challenge, of which only its own days count.
package struct ChallengeScore: Sendable {
    /// The score by the metric.
    package let score: Double

    /// Works the score out; nil where no day counts yet, or nothing is logged on any of them.
    ///
    /// - Parameters:
    ///   - challenge: The days of the challenge.
    ///   - metric: What is compared.
    ///   - today: The person's own today. It counts as soon as something is logged, for adherence when it is over, as on the
    ///     boards.
    ///   - days: What is logged, of the challenge at least; each date once.
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

    /// 0…100: the mean over all days so far, the same ones for everybody, of which those without entries count 0.
    private static func adherence(of days: [LoggedDay], _ count: Int) -> Double {
        let mean = days.reduce(0) { $0 + $1.adherence } / Double(count)
        return (mean * 1_000).rounded() / 10
    }

    /// The most days in a row with something logged.
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
