import Calendar
import Contracts
import Diary
import Foundation
import Logging
import Storage
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5))) struct DayTotalMigrationTests {
    private func open(_ path: String, _ migrations: [Migration]) async throws -> Store {
        let logger = Logger.silent
        return try await Store.open(path, migrations: migrations, logger: logger)
    }

    /// Fills a database before the migration with a day of two entries and a day of one.
    private func old(_ path: String, _ user: UserID) async throws {
        let migrations = DiarySchema.migrations.prefix { $0.name != "diary-day-total-2" }
        #expect(migrations.count < DiarySchema.migrations.count)
        let store = try await open(path, Array(migrations))
        let entries: [(date: Int, position: Int, fiber: Double?, salt: Double?)] = [
            (3, 0, 1.5, nil), (3, 1, 2.25, nil), (4, 0, nil, 0.5),
        ]
        try await store.write { transaction in
            for (date, position, fiber, salt) in entries {
                let amounts: [SQLValue?] = [fiber, salt]
                _ = try transaction.execute(
                    """
                    INSERT INTO entry (user_id, id, date, meal, position, at, name, kcal, protein_g, version, fiber_g, salt_g)
                    VALUES (?, ?, ?, 'lunch', ?, '', 'Soup', 100, 10, 1, ?, ?)
                    """,
                    [user.description, EntryID.make().description, march(date).description, position] + amounts
                )
            }
            for date in [3, 4] {
                _ = try transaction.execute(
                    "INSERT INTO day_total VALUES (?, ?, 100, 10, 0, 0, 1)",
                    [user.description, march(date).description]
                )
            }
        }
        try store.close()
    }

    @Test func `the upgrade computes fiber, sugar, salt and unknown sums of existing days`() async throws {
        let directory = try TemporaryDirectory()
        defer { directory.remove() }
        let path = directory.file("diary.sqlite")
        let user = UserID.make()
        try await old(path, user)
        let store = try await open(path, DiarySchema.migrations)
        let rows = try await store.read { reader in
            try reader.rows("SELECT * FROM day_total ORDER BY date").map { row in
                let (fiber, salt): (Double, Double) = (try row.value("fiber_g"), try row.value("salt_g"))
                let (unknown, known): (Int, Int) = (try row.value("unknown"), try row.value("known"))
                return "\(fiber) \(salt) \(unknown) \(known)"
            }
        }
        try store.close()
        // The first day has known protein and fiber, the second one protein and salt.
        #expect(rows == ["3.75 0.0 54 9", "0.0 0.5 30 33"])
    }
}
