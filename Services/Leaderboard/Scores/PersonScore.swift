package import Contracts

/// The score of one person over the days that count for them.
package struct PersonScore: Sendable {
    private let today: PlainDate
    private let length: Int
    /// Logged days of the period; today counts as soon as something is logged.
    private let days: [LoggedDay]
    /// Logged days of the period that are over.
    private let daysOver: [LoggedDay]

    /// Chooses the days that count.
    ///
    /// - Parameters:
    ///   - today: The person's own today. For `logged` the period ends yesterday until something is logged today, so that no
    ///     score falls at midnight. For adherence it always ends yesterday, because a day is half eaten until it is over.
    ///   - length: The days of the period.
    ///   - days: What is logged, of the period at least; each date once.
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
        daysOver = logged(until: yesterday)
    }

    /// Days of the period with something logged.
    package var logged: Int { days.count }

    /// Returns the adherence in tenths, 0…1,000: the mean over all days of the period, of which those without entries
    /// count 0; nil while no day that is over has entries.
    ///
    /// The divisor is the same for everybody. One good day of a beginner is therefore no better than one good day of
    /// somebody else, and no score rises by removing days.
    package var adherenceTenths: Int? {
        guard !daysOver.isEmpty else { return nil }
        let mean = daysOver.reduce(0) { $0 + $1.adherence } / Double(length)
        return Int((mean * 1_000).rounded())
    }

    /// Days in a row with something logged, ending today or yesterday.
    package func streak(of runs: [ClosedRange<PlainDate>]) -> Int {
        for end in [today, today.advanced(by: -1)] {
            guard let run = runs.first(where: { $0.contains(end) }) else { continue }
            return run.lowerBound.distance(to: end) + 1
        }
        return 0
    }
}
