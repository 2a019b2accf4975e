import Contracts
import Foundation
import Logging
import Profile
import Storage
import TestSupport
import Testing

@Suite struct MeasurementMigrationTests {
    /// Creates a database of the version before measurements.
    private func old(_ path: String, _ people: [(user: UserID, weightKg: Double, touched: String)]) async throws {
        let store = try await open(path, Array(ProfileSchema.migrations.prefix(2)))
        try await store.write { transaction in
            for (user, weightKg, touched) in people {
                let fields = """
                    {"birthDate":"1990-01-01","heightCm":165,"weightKg":\(weightKg),"activityLevel":"sedentary",\
                    "goal":"keep","formula":"harrisBenedict","units":"metric","timeZone":"UTC","dayStartHour":0,\
                    "weekStart":1,"language":"en","allergens":[],"dislikes":[],\
                    "shares":{"leaderboard":false,"foods":false}}
                    """
                try transaction.execute(
                    "INSERT INTO profile (user_id, version, fields, touched, target_pending) VALUES (?, 1, ?, ?, 0)",
                    [user.description, fields, touched]
                )
            }
        }
        try store.close()
    }

    private func open(_ path: String, _ migrations: [Migration]) async throws -> Store {
        let logger = Logger.silent
        return try await Store.open(path, migrations: migrations, logger: logger)
    }

    @Test func `a weight stored before the migration becomes the first measurement`() async throws {
        let directory = try TemporaryDirectory()
        defer { directory.remove() }
        let path = directory.file("profile.sqlite")
        let (changed, confirmed, silent) = (UserID.make(), UserID.make(), UserID.make())
        try await old(path, [(changed, 72.5, "[]"), (confirmed, 50, #"["weightKg"]"#), (silent, 50, #"["name"]"#)])
        let store = try await open(path, ProfileSchema.migrations)
        let rows = try await store.read { reader in
            try reader.rows("SELECT user_id, kind, value FROM measurement ORDER BY value").map { row in
                let value: Double = try row.value("value")
                return "\(try row.value("user_id", as: String.self)) \(try row.value("kind", as: String.self)) \(value)"
            }
        }
        try store.close()
        #expect(rows == ["\(confirmed) weight 50.0", "\(changed) weight 72.5"])
    }
}
