import Calendar
import Contracts
import Storage
import TestSupport

/// A small service for tests, as source or subscriber: users' days, published by events and snapshot.
enum DayService {
    static let migration = Migration(
        baseline: "days-1",
        [TableSchema("day", [.text("user_id"), .text("date"), .real("kcal")], key: ["user_id", "date"])]
    )

    static let snapshot = SnapshotSource(
        people: { after, limit, reader in
            try reader.rows(
                "SELECT DISTINCT user_id FROM day WHERE user_id > ? ORDER BY user_id LIMIT ?",
                [after?.description ?? "", limit]
            ).compactMap { UserID(try $0.value("user_id", as: String.self)) }
        },
        facts: { user, reader in
            try reader.rows("SELECT date, kcal FROM day WHERE user_id = ?", [user.description]).compactMap { row in
                guard let date = PlainDate(try row.value("date", as: String.self)) else { return nil }
                let day = DayChanged(date: date, kcal: try row.value("kcal"), targetKcal: nil, entries: 1)
                return try .init(day)
            }
        }
    )

    static let eventSubscriber = EventSubscriber { event, transaction in
        let day = try event.data.decode(DayChanged.self)
        try set(day, of: event.subject, transaction)
    } removeMissing: { span, transaction in
        let leftovers = try transaction.reader.leftovers(of: DayChanged.type, in: "day", key: .text("date"), span)
        for day in leftovers.facts {
            try transaction.execute("DELETE FROM day WHERE user_id = ? AND date = ?", [day.user.description, day.key])
        }
        return leftovers.isCut
    } erase: { user, transaction in
        try erase(user, transaction)
    } people: { after, limit, reader in
        try snapshot.people(after, limit, reader)
    }

    /// Returns a subscriber that applies events, and waits at a gate when it applies the first one.
    static func stallingFollower(at gate: Gate) -> EventSubscriber {
        EventSubscriber { event, transaction in
            if event.sequence == 1 { gate.pass() }
            try eventSubscriber.apply(event, transaction)
        }
    }

    static func erase(_ user: UserID, _ transaction: SQLTransaction) throws {
        try transaction.execute("DELETE FROM day WHERE user_id = ?", [user.description])
    }

    /// A change of a source: the new state and its event.
    static func change(_ day: DayChanged, of user: UserID, _ transaction: SQLTransaction) throws {
        try set(day, of: user, transaction)
        try transaction.emit(day, of: user)
    }

    private static func set(_ day: DayChanged, of user: UserID, _ transaction: SQLTransaction) throws {
        if day.entries == 0 {
            try transaction.execute(
                "DELETE FROM day WHERE user_id = ? AND date = ?",
                [user.description, day.date.description]
            )
        } else {
            try transaction.execute(
                "INSERT INTO day VALUES (?, ?, ?) ON CONFLICT (user_id, date) DO UPDATE SET kcal = excluded.kcal",
                [user.description, day.date.description, day.kcal]
            )
        }
    }

    /// Returns all data of a service, as text.
    static func contents(of store: Store) async throws -> [String] {
        try await store.read { reader in
            try reader.rows("SELECT user_id || date || kcal AS line FROM day ORDER BY 1").map { try $0.value("line") }
        }
    }
}
