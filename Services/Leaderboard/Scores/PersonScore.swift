package import Contracts

/// The score of one person over the days that count for them.
package struct PersonScore: Sendable {
    private let today: PlainDate
    private let firstLogged: PlainDate
    private let period: ClosedRange<PlainDate>
    private let days: [LoggedDay]

    /// Chooses the days that count.
    ///
    /// - Parameters:
    ///   - today: The person's own today. It counts as soon as something is logged; until then the period ends yesterday,
    ///     so that nobody falls at midnight.
    ///   - length: The days of the period.
    ///   - firstLogged: The first day of all with something logged.
    ///   - days: What is logged, of the period at least; each date once.
    package init(today: PlainDate, length: Int, firstLogged: PlainDate, days: [LoggedDay]) {
        let last = days.contains { $0.date == today } ? today : today.advanced(by: -1)
        let period = last.advanced(by: 1 - length)...last
        self.today = today
        self.firstLogged = firstLogged
        self.period = period
        self.days = days.filter { period.contains($0.date) }
    }

    /// Days of the period with something logged.
    package var logged: Int { days.count }

    /// 0…100: the mean over the days of the period, of which those without entries count 0.
    ///
    /// Who began within the period is averaged from their first day on.
    package var adherence: Double { Double(adherenceTenths) / 10 }

    /// The same in tenths, 0…1,000.
    package var adherenceTenths: Int {
        let first = max(period.lowerBound, firstLogged)
        guard first <= period.upperBound else { return 0 }
        let count = first.distance(to: period.upperBound) + 1
        let mean = days.reduce(0) { $0 + $1.adherence } / Double(count)
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
