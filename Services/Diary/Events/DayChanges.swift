import Contracts
import Storage

extension SQLTransaction {
    /// Brings a day's total up to date after a change of its entries and tells of it.
    ///
    /// - Throws: `invalid` when the day has more entries than it may.
    func dayHasChanged(_ date: PlainDate, of user: UserID) throws {
        let total = try refreshDayTotal(of: date, user)
        var checker = RuleChecker()
        checker.require(
            total.entries <= EntryRules.entriesPerDayMax,
            "date",
            .outOfRange,
            "A day may have \(EntryRules.entriesPerDayMax) entries at most.",
            ["max": "\(EntryRules.entriesPerDayMax)"]
        )
        try checker.finish()
        try tell(total, try reader.targets(of: user, in: DaySpan(from: date, to: date)), of: user)
    }

    /// Tells what a day now adds up to.
    func tell(_ total: DayTotal, _ targets: TargetHistory, of user: UserID) throws {
        let target = targets.target(on: total.date)?.dailyKcal
        try emit(
            DayChanged(date: total.date, kcal: total.kcal, targetKcal: target, entries: total.entries),
            of: user
        )
    }
}
