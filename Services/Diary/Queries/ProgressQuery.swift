package import Contracts
import FoundationEssentials
import Storage

extension DiaryService {
    /// The days of progress when the caller names none: a week.
    private static let progressDaysDefault = 7
    /// How far back streaks are looked for at first; most are shorter than two months.
    private static let streakDaysFirst = 62
    /// How much farther back each next look goes.
    private static let streakGrowth = 4

    /// What was eaten against the targets over a span of days.
    package func progress(_ request: DiaryProgress, _ context: RequestContext) async throws -> Progress {
        let user = try context.user()
        var checker = RuleChecker()
        EntryRules.check(request.from, "from", &checker)
        EntryRules.check(request.to, "to", &checker)
        try checker.finish()
        let now = now()
        return try await store.read { reader in
            let person = try reader.person(user)
            let span = try DaySpan.resolve(
                from: request.from,
                to: request.to,
                today: person.today(now),
                daysDefault: Self.progressDaysDefault,
                daysMax: DiaryProgress.daysMax
            )
            return try Self.progress(span, by: request.by ?? .day, of: user, weekStart: person.weekStart, reader)
        }
    }

    /// Follows streaks back beyond the span until they break.
    ///
    /// Looks grow, so that the common short streak costs little; one that is longer than the longest span counts that
    /// many days.
    private static func progress(
        _ span: DaySpan,
        by step: DiaryProgress.Step,
        of user: UserID,
        weekStart: Int,
        _ reader: SQLReader
    ) throws -> Progress {
        var daysBack = max(span.count, streakDaysFirst)
        while true {
            let look = DaySpan(from: span.to.advanced(by: 1 - daysBack), to: span.to)
            let progress = ProgressMath.progress(
                span,
                by: step,
                weekStart: weekStart,
                totals: try reader.dayTotals(of: user, in: look),
                targets: try reader.targets(of: user, in: look)
            )
            let longest = max(progress.streaks.logged, progress.streaks.onTarget)
            // A run that ends on the day before the last one fills one day less.
            if longest < daysBack - 1 || daysBack >= DiaryProgress.daysMax { return progress }
            daysBack = min(daysBack * streakGrowth, DiaryProgress.daysMax)
        }
    }
}
