import Contracts
import Storage

extension SQLReader {
    /// Days of targets read at once: most streaks are shorter, and with a weight logged daily there is a target per
    /// day.
    private static let targetDaysPerRead = 100

    /// Returns the streaks that end on a day.
    ///
    /// Days are read backwards only as far as the streaks reach.
    func streaks(endingOn last: PlainDate, of user: UserID) throws -> Progress.Streaks {
        var counter = StreakCounter(endingOn: last)
        var (targets, known): (TargetHistory, PlainDate?) = (TargetHistory([]), nil)
        func targetKcal(_ date: PlainDate) throws -> Int? {
            if known.map({ date < $0 }) ?? true {
                let first = date.advanced(by: -Self.targetDaysPerRead)
                targets = try self.targets(of: user, in: DaySpan(from: first, to: date))
                known = first
            }
            return targets.target(on: date)?.dailyKcal
        }
        try forEach(
            "SELECT date, kcal FROM day_total WHERE user_id = ? AND date <= ? ORDER BY date DESC",
            [user.description, last.description]
        ) { row in
            try counter.add(try row.date(0), kcal: row.number(1).inHundredths, targetKcal: targetKcal)
        }
        return counter.streaks
    }
}
