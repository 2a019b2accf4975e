package import Contracts

/// The score of one person in a challenge, of which only its own days count.
package struct ChallengeScore: Sendable {
    private let span: ClosedRange<PlainDate>
    private let days: [LoggedDay]

    /// Chooses the days that count; nil where none does yet, or nothing is logged on any of them.
    ///
    /// - Parameters:
    ///   - challenge: The days of the challenge.
    ///   - today: The person's own today. It counts as soon as something is logged, as on the boards.
    ///   - days: What is logged, of the challenge at least; each date once.
    package init?(_ challenge: ClosedRange<PlainDate>, today: PlainDate, days: [LoggedDay]) {
        let last = min(challenge.upperBound, days.contains { $0.date == today } ? today : today.advanced(by: -1))
        guard challenge.lowerBound <= last else { return nil }
        let span = challenge.lowerBound...last
        self.span = span
        self.days = days.filter { span.contains($0.date) }.sorted { $0.date < $1.date }
        if self.days.isEmpty { return nil }
    }

    /// The score by a metric.
    package subscript(_ metric: LeaderboardTop.Metric) -> Double {
        switch metric {
        case .adherence: adherence
        case .streak: Double(streak)
        case .logged: Double(days.count)
        }
    }

    /// 0…100: the mean over all days so far, the same ones for everybody, of which those without entries count 0.
    private var adherence: Double {
        let mean = days.reduce(0) { $0 + $1.adherence } / Double(span.count)
        return (mean * 1_000).rounded() / 10
    }

    /// The most days in a row with something logged.
    private var streak: Int {
        var (longest, current) = (0, 0)
        var last: PlainDate?
        for day in days {
            current = last?.advanced(by: 1) == day.date ? current + 1 : 1
            (longest, last) = (max(longest, current), day.date)
        }
        return longest
    }
}
