import Calendar
package import Contracts
import FoundationEssentials
import Storage

extension DiaryService {
    /// Copies entries of another day to a day, after the existing ones.
    ///
    /// The stored reply holds the date only, because the day contains all its entries.
    package func copy(_ request: DiaryDaysCopy, _ context: RequestContext) async throws -> DiaryDay {
        let user = try context.user()
        let now = now()
        let copied = try await store.writeIdempotently(request, context) { transaction in
            let today = try transaction.reader.person(user).today(now)
            let (from, date) = (request.from.date(today: today), request.date.date(today: today))
            guard from != date else {
                throw ServiceError.invalid([
                    FieldError("from", .notAllowed, "from must differ from the day that it is copied to.")
                ])
            }
            try transaction.copy(from, to: date, meals: request.meals, now: now, of: user)
            return CopiedDay(date: date)
        }
        return try await store.read { try $0.diaryDay(copied.date, of: user, at: now) }
    }
}

/// The stored reply of a copy.
private struct CopiedDay: Codable, Sendable {
    let date: PlainDate
}

extension SQLTransaction {
    /// - Throws: `conflict` if there is nothing to copy. `invalid` if the day would get too many entries.
    fileprivate func copy(
        _ from: PlainDate,
        to date: PlainDate,
        meals: [Meal]?,
        now: Date,
        of user: UserID
    ) throws {
        let entries = try reader.entries(of: user, in: DaySpan(from: from, to: from))
        var count = 0
        for meal in Meal.allCases where meals?.contains(meal) ?? true {
            var position = try reader.nextPosition(in: meal, of: date, user)
            let inOrder = entries.filter { $0.entry.meal == meal }.sorted {
                ($0.entry.position, $0.entry.id) < ($1.entry.position, $1.entry.id)
            }
            for var logged in inOrder {
                (logged.entry.id, logged.entry.version) = (.make(), 1)
                (logged.entry.date, logged.entry.at, logged.entry.position) = (date, Timestamp.text(now), position)
                // An uploaded image shows the food of that day.
                if logged.entry.hasOwnImage { logged.entry.imageURL = nil }
                _ = try insert(logged, of: user)
                (position, count) = (position + 1, count + 1)
            }
        }
        guard count > 0 else { throw ServiceError(.conflict, "There is nothing to copy on \(from).") }
        try publishDayChange(date, of: user, now: now)
    }
}
