import Calendar
import Contracts
package import FoundationEssentials
package import Storage

extension SQLTransaction {
    /// Recomputes a day's total after a change of its entries and publishes it.
    ///
    /// - Parameters:
    ///   - date: The day.
    ///   - user: The owner of the diary.
    ///   - now: The wall clock; it decides whether other users may still see the day's foods.
    /// - Throws: `invalid` if the day has more entries than allowed.
    func publishDayChange(_ date: PlainDate, of user: UserID, now: Date) throws {
        try publishChange(of: try refreshDayTotal(of: date, user), user, try reader.person(user), now: now)
    }

    /// Updates and publishes a day's total if the only change is one new entry; `person` is as stored.
    func publishDayChange(byAdding entry: DiaryEntry, of user: UserID, _ person: Person, now: Date) throws {
        try publishChange(of: try addToDayTotal(entry, user), user, person, now: now)
    }

    /// Updates and publishes totals if the only change is one entry, which may have moved to another day.
    func publishDayChange(from before: DiaryEntry, to after: DiaryEntry, of user: UserID, now: Date) throws {
        if let total = try changeDayTotal(from: before, to: after, user) {
            return try publishChange(of: total, user, try reader.person(user), now: now)
        }
        for date in Set([before.date, after.date]).sorted() { try publishDayChange(date, of: user, now: now) }
    }

    private func publishChange(of total: DayTotal, _ user: UserID, _ person: Person, now: Date) throws {
        var checker = RuleChecker()
        checker.require(
            total.entries <= EntryLimits.entriesPerDayMax,
            "date",
            .outOfRange,
            "A day may have \(EntryLimits.entriesPerDayMax) entries at most.",
            ["max": "\(EntryLimits.entriesPerDayMax)"]
        )
        try checker.finish()
        var marked = total
        marked.isMarked = try reader.isMarked(total.date, of: user)
        try publish(marked, try reader.targets(of: user, on: total.date), of: user)
        try publishFoods(of: total.date, user, person, now: now)
    }

    /// Publishes the total of a day after its mark has changed; a day without entries is not published.
    func publishMark(of date: PlainDate, _ user: UserID) throws {
        let totals = try reader.markedDayTotals(of: user, in: DaySpan(from: date, to: date))
        guard let total = totals.first, total.entries > 0 else { return }
        try publish(total, try reader.targets(of: user, on: date), of: user)
    }

    /// Publishes a day's total, with its mark.
    func publish(_ total: DayTotal, _ targets: TargetHistory, of user: UserID) throws {
        try emit(DayChanged(total, targets), of: user)
    }
}

extension DayChanged {
    fileprivate init(_ total: DayTotal, _ targets: TargetHistory) {
        self.init(
            date: total.date,
            kcal: total.kcal,
            targetKcal: targets.target(on: total.date)?.dailyKcal,
            entries: total.entries,
            isComplete: total.isMarked ? true : nil
        )
    }
}

extension DiaryService {
    /// Returns the snapshot: every day with entries, the uses of each food, and the shared foods of the last days.
    package static func snapshot(now: @escaping @Sendable () -> Date) -> SnapshotSource {
        SnapshotSource(
            people: { after, limit, reader in try reader.usersWithDays(after: after, limit: limit) },
            facts: { user, reader in
                let totals = try reader.newestDayTotals(of: user, from: nil, limit: .max)
                guard let oldest = totals.last?.date, let newest = totals.first?.date else { return [] }
                let span = DaySpan(from: oldest, to: newest)
                let targets = try reader.targets(of: user, in: span)
                let marked = totals.marked(try reader.markedDays(of: user, in: span))
                let days = try marked.map { try SnapshotSource.Fact(DayChanged($0, targets)) }
                return days + (try foodFacts(of: user, reader)) + (try reader.sharedFoodFacts(of: user, now: now()))
            }
        )
    }
}
