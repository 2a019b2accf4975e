import Calendar
import Contracts
import FoundationEssentials
import GRDB

/// An entry with a name and nutrients, in the stack's JSON.
struct NewEntry: Decodable {
    let meal: Meal
    let name: String
    let nutrients: Nutrients

    private enum CodingKeys: String, CodingKey {
        case meal
        case name
    }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        meal = try container.decode(Meal.self, forKey: .meal)
        name = try container.decode(String.self, forKey: .name)
        nutrients = try Nutrients(from: decoder)
    }
}

/// Entries in SQLite: one writer, a write-ahead log, and a sync before each answer.
final class EntryFile: Sendable {
    private static let nameLength = 1...200
    private static let kcalRange = 0.0...20_000.0

    private let queue: DatabaseQueue

    init(path: String) throws {
        var configuration = Configuration()
        configuration.journalMode = .wal
        queue = try DatabaseQueue(path: path, configuration: configuration)
        // GRDB sets NORMAL together with the write-ahead log.
        try queue.writeWithoutTransaction { try $0.execute(sql: "PRAGMA synchronous = FULL") }
        try queue.write { try $0.execute(sql: EntrySchema.sql) }
    }

    /// Stores an entry after the others of its meal; returns when it is on disk.
    func add(_ new: NewEntry, on date: PlainDate, of user: UserID) async throws -> DiaryEntry {
        guard Self.nameLength.contains(new.name.count), Self.kcalRange.contains(new.nutrients.kcal) else {
            throw ServiceError(.invalid, "The name or energy of the entry is out of range.")
        }
        var entry = DiaryEntry(
            id: .make(),
            date: date,
            meal: new.meal,
            position: 0,
            at: Timestamp.now(),
            foodId: nil,
            name: new.name,
            imageURL: nil,
            grams: nil,
            portion: nil,
            quantity: nil,
            nutrients: new.nutrients,
            version: 1
        )
        entry.position = try await queue.write { [entry] database in
            let change = try database.cachedStatement(sql: EntrySchema.nextChange)
            let changed = try Int.fetchOne(change, arguments: [user.description]) ?? 0
            let insert = try database.cachedStatement(sql: EntrySchema.insert)
            let position = try Int.fetchOne(insert, arguments: EntrySchema.arguments(entry, changed: changed, user))
            let refresh = try database.cachedStatement(sql: EntrySchema.refreshTotal)
            try refresh.execute(arguments: [user.description, date.description])
            return position ?? 0
        }
        return entry
    }
}
