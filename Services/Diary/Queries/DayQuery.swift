package import Contracts
import FoundationEssentials
import Storage

extension DiaryService {
    /// One day of the caller's diary.
    package func day(_ request: DiaryDayGet, _ context: RequestContext) async throws -> DiaryDay {
        let user = try context.user()
        var checker = RuleChecker()
        EntryRules.check(request.date, "date", &checker)
        try checker.finish()
        let now = now()
        return try await store.read { reader in
            let person = try reader.person(user)
            let date = request.date.date(today: person.today(now))
            return try reader.diaryDays(DaySpan(from: date, to: date), of: user, weekStart: person.weekStart)[0]
        }
    }

    /// Several days of the caller's diary.
    package func days(_ request: DiaryDays, _ context: RequestContext) async throws -> DiaryDays.Reply {
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
                daysDefault: 1,
                daysMax: DiaryDays.daysMax
            )
            return DiaryDays.Reply(items: try reader.diaryDays(span, of: user, weekStart: person.weekStart))
        }
    }
}

extension SQLReader {
    /// Every day of a span, with the weeks at its ends.
    fileprivate func diaryDays(_ span: DaySpan, of user: UserID, weekStart: Int) throws -> [DiaryDay] {
        let weeks = DaySpan(
            from: DayMath.firstDayOfWeek(of: span.from, startingOn: weekStart),
            to: DayMath.lastDayOfWeek(of: span.to, startingOn: weekStart)
        )
        let entries = Dictionary(grouping: try entries(of: user, in: span), by: \.entry.date)
        let totals = Dictionary(uniqueKeysWithValues: try dayTotals(of: user, in: weeks).map { ($0.date, $0.kcal) })
        let targets = try targets(of: user, in: weeks)
        return (span.from...span.to).map { date in
            DayMath.day(
                date,
                entries: (entries[date] ?? []).map(\.entry),
                targets: targets,
                weekStart: weekStart,
                kcal: { totals[$0] ?? 0 }
            )
        }
    }
}
