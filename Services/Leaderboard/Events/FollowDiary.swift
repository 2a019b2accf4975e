import Contracts
package import Storage

/// What the diary tells: days as they now are.
package enum FollowDiary {
    /// Days of a diary stand here as it last told them, and nowhere else.
    package static func follower(_ boards: Boards) -> EventFollower {
        EventFollower(
            apply: apply,
            forget: { span, transaction in
                let areFoodsCut = try transaction.removeSharedFoods(span)
                let days = try transaction.reader.leftovers(
                    of: .dayChanged,
                    in: "day",
                    key: .dayNumber("day_number"),
                    span
                )
                for day in days.facts {
                    guard let date = PlainDate(day.key) else { continue }
                    try remove(date, of: day.user, transaction)
                }
                try boards.settle(Set(days.facts.map(\.user)), transaction)
                return areFoodsCut || days.isCut
            },
            finish: { people, transaction in try boards.settle(people, transaction) }
        )
    }

    /// The effect of one event, in the transaction that moves the cursor.
    private static func apply(_ event: Event, _ transaction: SQLTransaction) throws {
        if event.type == DayShared.type {
            return try transaction.keep(try event.data.decode(DayShared.self), of: event.subject)
        }
        guard event.type == DayChanged.type else { return }
        let day = try event.data.decode(DayChanged.self)
        guard day.entries > 0 else {
            return try remove(day.date, of: event.subject, transaction)
        }
        let logged = LoggedDay(
            date: day.date,
            kcal: max(0, day.kcal),
            // A target of nothing is none. It must not reach a CHECK either: a refused event would be asked for forever.
            targetKcal: day.targetKcal.flatMap { $0 > 0 ? $0 : nil }
        )
        try DayTable.set(logged, entries: day.entries, of: event.subject, transaction)
        try RunTable.add(day.date, of: event.subject, transaction)
    }

    private static func remove(_ date: PlainDate, of user: UserID, _ transaction: SQLTransaction) throws {
        try DayTable.remove(date, of: user, transaction)
        try RunTable.remove(date, of: user, transaction)
    }
}
