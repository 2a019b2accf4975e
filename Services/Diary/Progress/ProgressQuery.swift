import Calendar
package import Contracts
import FoundationEssentials
import Storage

extension DiaryService {
    /// The default number of days: a week.
    private static let progressDaysDefault = 7

    /// Returns intake and targets over a span of days.
    package func progress(_ request: DiaryProgress, _ context: RequestContext) async throws -> Progress {
        let user = try context.user()
        let now = now()
        return try await store.read { reader in
            let person = try reader.person(user)
            let (step, today) = (request.by ?? .day, person.today(now))
            let whole =
                request.from == nil && request.to == nil
                ? ProgressMath.wholePeriods(step, until: today, weekStart: person.weekStart) : nil
            let span =
                try whole
                ?? DaySpan.resolve(
                    from: request.from,
                    to: request.to,
                    today: today,
                    daysDefault: Self.progressDaysDefault,
                    daysMax: DiaryProgress.daysMax
                )
            // A whole period ends after today, and streaks do not.
            let last = whole == nil ? span.to : today
            try Self.checkStepCount(for: span, by: step)
            let runUp = DaySpan(from: span.from.advanced(by: -WeightTrend.runUpDays), to: span.to)
            return ProgressMath.progress(
                span,
                by: step,
                weekStart: person.weekStart,
                ProgressMath.Input(
                    totals: try reader.dayTotals(of: user, in: span),
                    targets: try reader.targets(of: user, in: span),
                    streaks: try reader.streaks(endingOn: last, of: user),
                    longestStreak: try reader.longestStreak(until: last, of: user),
                    weights: try reader.weights(of: user, in: runUp)
                )
            )
        }
    }

    /// - Throws: `invalid` if the answer might have too many steps for one message.
    private static func checkStepCount(for span: DaySpan, by step: DiaryProgress.Step) throws {
        // Weeks and months of the longest span are fewer.
        guard step == .day else { return }
        var checker = RuleChecker()
        checker.require(
            span.count <= DiaryProgress.stepsMax,
            "by",
            .outOfRange,
            "By day, at most \(DiaryProgress.stepsMax) days are allowed; use week or month for more.",
            ["max": "\(DiaryProgress.stepsMax)"]
        )
        try checker.finish()
    }
}

extension SQLReader {
    /// Days of targets read at once: most streaks are shorter, and with a weight logged daily there is a target per
    /// day.
    private static let targetDaysPerRead = 100

    /// Returns the streaks that end on a day.
    ///
    /// Days are read backwards only as far as the streaks reach.
    func streaks(endingOn last: PlainDate, of user: UserID) throws -> Progress.Streaks {
        var counter = StreakCounter(endingOn: last, isOver: try isMarked(last, of: user) && hasEntries(on: last, user))
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

    private func hasEntries(on date: PlainDate, _ user: UserID) throws -> Bool {
        let key: [SQLValue?] = [user.description, date.description]
        return try row("SELECT 1 FROM day_total WHERE user_id = ? AND date = ?", key) != nil
    }

    /// Returns the most consecutive days with entries up to a day.
    ///
    /// It reads the dates of all days, a millisecond for ten years.
    func longestStreak(until last: PlainDate, of user: UserID) throws -> Int {
        var (longest, length, next): (Int, Int, PlainDate?) = (0, 0, nil)
        try forEach(
            "SELECT date FROM day_total WHERE user_id = ? AND date <= ? ORDER BY date",
            [user.description, last.description]
        ) { row in
            let date = try row.date(0)
            length = date == next ? length + 1 : 1
            longest = max(longest, length)
            next = date.advanced(by: 1)
            return true
        }
        return longest
    }
}
