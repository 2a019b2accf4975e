import Calendar
import Contracts
package import Storage

/// Applies diary events: each holds the current state of one day.
package enum DiarySubscription {
    /// Returns a subscriber that mirrors the diary's days and deletes those that its snapshot no longer has.
    package static func subscriber(_ boards: Boards) -> EventSubscriber {
        EventSubscriber(
            apply: apply,
            removeMissing: { span, transaction in
                let areFoodsCut = try transaction.removeSharedFoods(span)
                let days = try transaction.reader.leftovers(
                    of: DayChanged.type,
                    in: "day",
                    key: .dayNumber("day_number"),
                    span
                )
                for day in days.facts {
                    guard let date = PlainDate(day.key) else { continue }
                    try remove(date, of: day.user, transaction)
                }
                try boards.updateScores(of: Set(days.facts.map(\.user)), transaction)
                return areFoodsCut || days.isCut
            },
            finish: { people, transaction in try boards.updateScores(of: people, transaction) }
        )
    }

    /// Applies one event, in the transaction that moves the cursor.
    private static func apply(_ event: Event, _ transaction: SQLTransaction) throws {
        if event.type == DayShared.type {
            return try transaction.store(try event.data.decode(DayShared.self), of: event.subject)
        }
        guard event.type == DayChanged.type else { return }
        let day = try event.data.decode(DayChanged.self)
        guard day.entries > 0 else {
            return try remove(day.date, of: event.subject, transaction)
        }
        let logged = LoggedDay(
            date: day.date,
            kcal: max(0, day.kcal),
            // A target of 0 means no target. It must not fail a CHECK: a refused event would be pulled again forever.
            targetKcal: day.targetKcal.flatMap { $0 > 0 ? $0 : nil },
            isComplete: day.isComplete ?? false
        )
        try DayTable.set(logged, entries: day.entries, of: event.subject, transaction)
        try StreakTable.add(day.date, of: event.subject, transaction)
    }

    private static func remove(_ date: PlainDate, of user: UserID, _ transaction: SQLTransaction) throws {
        try DayTable.remove(date, of: user, transaction)
        try StreakTable.remove(date, of: user, transaction)
    }
}
