import Contracts
import Storage

extension SQLReader {
    /// Targets that are looked up at once for a run: most are shorter, and who is weighed daily has a target a day.
    private static let targetDaysAtOnce = 100

    /// The runs of days that end with a last one, however long they are: days are read back from it as far as the runs go,
    /// and no farther.
    func streaks(endingOn last: PlainDate, of user: UserID) throws -> Progress.Streaks {
        var counter = StreakCounter(endingOn: last)
        var (targets, known): (TargetHistory, PlainDate?) = (TargetHistory([]), nil)
        func targetKcal(_ date: PlainDate) throws -> Int? {
            if known.map({ date < $0 }) ?? true {
                let first = date.advanced(by: -Self.targetDaysAtOnce)
                targets = try self.targets(of: user, in: DaySpan(from: first, to: date))
                known = first
            }
            return targets.target(on: date)?.dailyKcal
        }
        try forEach(
            "SELECT date, kcal FROM day_total WHERE user_id = ? AND date <= ? ORDER BY date DESC",
            [user.description, last.description]
        ) { row in
            try counter.take(try row.date(0), kcal: row.number(1).inHundredths, targetKcal: targetKcal)
        }
        return counter.streaks
    }
}
