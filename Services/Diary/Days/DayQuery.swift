import Calendar
package import Contracts
import FoundationEssentials
import Storage

extension DiaryService {
    /// Returns one day of the caller's diary.
    package func day(_ request: DiaryDayGet, _ context: RequestContext) async throws -> DiaryDay {
        let user = try context.user()
        let now = now()
        return try await store.read { reader in
            try reader.diaryDay(request.date.date(today: try reader.person(user).today(now)), of: user, at: now)
        }
    }

    /// Returns consecutive days of the caller's diary, as many as fit into one answer.
    package func days(_ request: DiaryDays, _ context: RequestContext) async throws -> DiaryDays.Reply {
        let user = try context.user()
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
            let days = try reader.diaryDays(span, of: user, weekStart: person.weekStart, at: now)
            let isCut = days.count < span.count
            return DiaryDays.Reply(items: days, nextFrom: isCut ? span.from.advanced(by: days.count) : nil)
        }
    }
}

extension SQLReader {
    /// Returns one day of a user's diary.
    func diaryDay(_ date: PlainDate, of user: UserID, at now: Date) throws -> DiaryDay {
        try diaryDays(DaySpan(from: date, to: date), of: user, weekStart: try person(user).weekStart, at: now)[0]
    }

    /// Returns the first days of a span, as many as fit into one answer; at least one.
    fileprivate func diaryDays(
        _ span: DaySpan,
        of user: UserID,
        weekStart: Int,
        at now: Date
    ) throws -> [DiaryDay] {
        let weeks = DaySpan(
            from: DayMath.firstDayOfWeek(of: span.from, startingOn: weekStart),
            to: DayMath.lastDayOfWeek(of: span.to, startingOn: weekStart)
        )
        let totals = Dictionary(uniqueKeysWithValues: try dayTotals(of: user, in: weeks).map { ($0.date, $0) })
        let months = DaySpan(from: DayMath.month(of: span.from).from, to: DayMath.month(of: span.to).to)
        let monthKcal = try monthKcal(of: user, in: months)
        let known = DaySpan(from: min(weeks.from, months.from), to: max(weeks.to, months.to))
        let targets = try targets(of: user, in: known)
        let extras = try dayExtras(of: user, in: span)
        let exercise = try exerciseKcal(of: user, in: span)
        let entries = try dayEntries(of: user, in: span, bytesMax: DiaryDays.pageBytesMax)
        var (days, bytes): ([DiaryDay], Int) = ([], 0)
        for date in span.from...span.to {
            var day = DayMath.day(
                date,
                entries: try withSignedImages(entries[date] ?? [], \.imageURL, at: now),
                targets: targets,
                weekStart: weekStart,
                monthKcal: monthKcal[DayMath.month(of: date).from] ?? 0,
                total: { totals[$0] }
            )
            if let extras = extras[date] { day.set(extras) }
            day.exerciseKcal = exercise[date]
            bytes += day.estimatedBytes
            guard days.isEmpty || bytes <= DiaryDays.pageBytesMax else { return days }
            days.append(day)
        }
        return days
    }
}

extension DiaryDay {
    fileprivate mutating func set(_ extras: DayExtras) {
        (waterMl, note) = (extras.waterMl, extras.note)
        (isComplete, extrasVersion) = (extras.isComplete, extras.version)
    }

    /// The bytes of a day in an answer without entries and note: names, totals, target and week.
    private static let ownBytes = 2_048

    /// The estimated size of the day in an answer, in bytes.
    ///
    /// It is at least half of the real size, because escaping at most doubles a character of a text.
    var estimatedBytes: Int {
        meals.reduce(Self.ownBytes + note.utf8.count) { sum, meal in
            meal.entries.reduce(sum) { $0 + $1.estimatedBytes }
        }
    }
}

extension DiaryEntry {
    /// The bytes of an entry without its texts: names, ids and numbers.
    private static let ownBytes = 560

    /// The estimated size of the entry in an answer, in bytes; see ``DiaryDay``.
    var estimatedBytes: Int {
        Self.ownBytes + textBytes
    }
}
