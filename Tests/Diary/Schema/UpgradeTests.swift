import Calendar
import Contracts
import Diary
import Foundation
import Logging
import Storage
import TestSupport
import Testing

/// Rows of earlier versions after an upgrade.
@Suite(.timeLimit(.minutes(5))) struct UpgradeTests {
    private static let logger = Logger.silent

    private func open(_ path: String, _ migrations: [Migration]) async throws -> Store {
        try await Store.open(path, migrations: migrations, logger: Self.logger)
    }

    /// Fills a database of the version before a migration, upgrades it, and passes it to the body.
    private func upgrade(
        over name: String,
        filling fill: @escaping @Sendable (SQLTransaction) throws -> Void,
        _ body: (Store) async throws -> Void
    ) async throws {
        let directory = try TemporaryDirectory()
        defer { directory.remove() }
        let path = directory.file("diary.sqlite")
        let migrations = DiarySchema.migrations.prefix { $0.name != name }
        try #require(migrations.count < DiarySchema.migrations.count)
        // A separate function, because a store locks its file while it exists.
        func fillOld() async throws {
            let old = try await open(path, Array(migrations))
            try await old.write { try fill($0) }
            try old.close()
        }
        try await fillOld()
        let new = try await open(path, DiarySchema.migrations)
        try await body(new)
        try new.close()
    }

    private static func insert(
        _ grams: Double?,
        saltG: Double?,
        per100g: Double?,
        on date: PlainDate,
        of user: UserID,
        _ transaction: SQLTransaction
    ) throws {
        let amounts: [SQLValue?] = [grams.map { _ in FoodID.make().description }, grams, saltG]
        try transaction.execute(
            """
            INSERT INTO entry (
                user_id, id, date, meal, position, at, name, kcal, version, food_id, grams, salt_g,
                kcal_per_100_g, salt_g_per_100_g
            ) VALUES (?, ?, ?, 'lunch', 0, '', 'Soup', 100, 3, ?, ?, ?, ?, ?)
            """,
            [user.description, EntryID.make().description, date.description] + amounts
                + [grams.map { _ in 40.0 }, per100g]
        )
    }

    @Test func `the upgrade corrects the salt of food entries and keeps that of others`() async throws {
        let user = UserID.make()
        // 400 mg of sodium in 100 g, with the earlier factor.
        let (former, grams) = (0.4 * 2.54, 33.5)
        try await upgrade(over: "diary-salt-of-labels-1") { transaction in
            let formerG = (former * grams).rounded() / 100
            try Self.insert(grams, saltG: formerG, per100g: former, on: march(3), of: user, transaction)
            try Self.insert(nil, saltG: 1.5, per100g: nil, on: march(3), of: user, transaction)
            try Self.insert(100, saltG: nil, per100g: nil, on: march(4), of: user, transaction)
            for (date, saltG, known) in [(3, formerG + 1.5, 32), (4, 0, 0)] as [(Int, Double, Int)] {
                try transaction.execute(
                    """
                    INSERT INTO day_total (user_id, date, kcal, protein_g, fat_g, carbohydrate_g, entries, salt_g, known)
                    VALUES (?, ?, 200, 0, 0, 0, 2, ?, ?)
                    """,
                    [user.description, march(date).description, saltG, known]
                )
            }
        } _: { store in
            let (entries, totals) = try await store.read { reader in
                let entries: [(Double?, Double?, Int)] = try reader.rows(
                    "SELECT salt_g, salt_g_per_100_g, version FROM entry ORDER BY salt_g"
                ).map { ($0.optional("salt_g"), $0.optional("salt_g_per_100_g"), try $0.value("version")) }
                let totals: [Double] = try reader.rows("SELECT salt_g FROM day_total ORDER BY date").map {
                    try $0.value("salt_g")
                }
                return (entries, totals)
            }
            #expect(entries.map(\.0) == [nil, 0.34, 1.5])
            #expect(entries.map { $0.1.map { ($0 * 1e6).rounded() / 1e6 } } == [nil, 1, nil])
            #expect(entries.map(\.2) == [3, 3, 3])
            #expect(totals.map { ($0 * 100).rounded() } == [184, 0])
        }
    }

    /// The row that a diary stores for a reply.
    private struct StoredRow: Sendable {
        var caller: String
        var method: String
        var hash: Data
        var reply: Data
    }

    private static func service(_ store: Store) -> DiaryService {
        DiaryService(
            store: store,
            food: { _, _ in throw ServiceError.notFound("food") },
            now: { DiaryFixture.noon }
        )
    }

    private static func keyedContext(_ user: UserID) -> RequestContext {
        RequestContext(
            id: .make(),
            principal: Principal(user: user, roles: [.user], session: .make()),
            idempotencyKey: "key",
            deadline: .after(milliseconds: 5_000),
            traceparent: nil
        )
    }

    /// Adds an entry to another diary; returns the reply and the row stored for it.
    private func reply(to request: DiaryEntriesAdd, of user: UserID) async throws -> (DiaryEntry, StoredRow) {
        let directory = FileManager.default.temporaryDirectory.appending(path: "mealwire-reply-\(UUID())")
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: directory) }
        let store = try await open(directory.appending(path: "diary.sqlite").path, DiarySchema.migrations)
        let entry = try await Self.service(store).add(request, Self.keyedContext(user))
        let row = try await store.read { reader in
            let row = try #require(try reader.row("SELECT caller, method, hash, reply FROM stored_reply"))
            return StoredRow(
                caller: try row.value("caller"),
                method: try row.value("method"),
                hash: try row.value("hash"),
                reply: try row.value("reply")
            )
        }
        try store.close()
        return (entry, row)
    }

    @Test func `the upgrade of names keeps stored replies, events, offsets and records`() async throws {
        let (user, food) = (UserID.make(), FoodID.make())
        let request = DiaryEntriesAdd(date: .date(march(3)), meal: .lunch, amount: quick(kcal: 1))
        let (entry, row) = try await reply(to: request, of: user)
        let event = try JSONText(DiaryDataChanged(kind: .cart, date: nil, version: 4)).text
        try await upgrade(over: "diary-names-1") { transaction in
            try transaction.execute(
                "INSERT INTO stored_reply (caller, method, key, hash, reply, expires) VALUES (?, ?, 'key', ?, ?, ?)",
                [row.caller, row.method, row.hash, row.reply, Int.max]
            )
            try transaction.execute(
                "INSERT INTO outbox (id, type, subject, time, data) VALUES (?, 'diary.book.changed', ?, '', ?)",
                [EventID.make().description, user.description, event]
            )
            try transaction.execute("UPDATE cursor SET epoch = 'e', sequence = 7 WHERE source = 'profile'")
            try transaction.execute("INSERT INTO book (user_id, change) VALUES (?, 9)", [user.description])
            try transaction.execute(
                "INSERT INTO entry_gone (user_id, id, version, changed, at) VALUES (?, ?, 3, 7, 1773144000)",
                [user.description, EntryID.make().description]
            )
            try transaction.execute("INSERT INTO kept_food VALUES (?, ?, '{}')", [user.description, food.description])
        } _: { store in
            #expect(try await Self.service(store).add(request, Self.keyedContext(user)) == entry)
            let events = try await store.events(since: EventsSince(epoch: nil, sequence: 0), source: .diary).events
            #expect(events.map(\.type) == [.diaryDataChanged])
            #expect(try await store.cursor(of: .profile) == EventCursor(epoch: "e", sequence: 7))
            let (entries, change, version, snapshot) = try await store.read { reader in
                (
                    try reader.scalar("SELECT count(*) FROM entry", as: Int.self),
                    try reader.scalar("SELECT change FROM change_counter", as: Int.self),
                    try reader.scalar("SELECT version FROM deleted_entry", as: Int.self),
                    try reader.scalar(
                        "SELECT snapshot FROM stored_food WHERE id = ?",
                        [food.description],
                        as: String.self
                    )
                )
            }
            // The reply was replayed: the entry itself is in the other diary.
            #expect(entries == 0)
            #expect((change, version, snapshot) == (9, 3, "{}"))
        }
    }

    @Test func `an entry removed before the upgrade is recreated above all its versions`() async throws {
        let (user, id) = (UserID.make(), EntryID.make())
        try await upgrade(over: "diary-removed-versions-1") { transaction in
            try transaction.execute("INSERT INTO book (user_id, change) VALUES (?, 9)", [user.description])
            try transaction.execute(
                "INSERT INTO entry_gone (user_id, id, changed, at) VALUES (?, ?, 7, 1773144000)",
                [user.description, id.description]
            )
        } _: { store in
            let diary = DiaryService(
                store: store,
                food: { _, _ in throw ServiceError.notFound("food") },
                now: { DiaryFixture.noon }
            )
            var request = DiaryEntriesPut(id: id, date: .date(march(3)), meal: .lunch, amount: quick(kcal: 1))
            request.overwrites = true
            let principal = Principal(user: user, roles: [.user], session: .make())
            let made = try await diary.put(request, .own(principal: principal))
            #expect(made.version == 8)
        }
    }

    @Test func `a plan applied before the upgrade names its entries, and none of its dishes is logged again`()
        async throws
    {
        let (user, plan, entry) = (UserID.make(), PlanID.make(), EntryID.make())
        let sources = FakePlanSources()
        let made = sources.simpleMenu(days: 2, targets: [PlanTarget(dailyKcal: 2_000), PlanTarget(dailyKcal: 2_000)])
        let foods = sources.foods.map(\.food)
        try await upgrade(over: "diary-plans-2") { transaction in
            try transaction.execute(
                """
                INSERT INTO plan (user_id, id, created_at, from_date, applied_from, menu, foods)
                VALUES (?, ?, '2026-03-01T12:00:00.000Z', '2026-03-02', '2026-03-03', ?, ?)
                """,
                [user.description, plan.description, try JSONText(made).text, try JSONText(foods).text]
            )
            // The entries of the other dishes were removed.
            try transaction.execute(
                """
                INSERT INTO entry (
                    user_id, id, date, meal, position, at, name, kcal, version, food_id, grams, kcal_per_100_g, changed
                ) VALUES (?, ?, '2026-03-04', 'lunch', 0, '', 'Food 2', 67, 1, ?, 100, 67, 1)
                """,
                [user.description, entry.description, foods[2].id.description]
            )
        } _: { store in
            let plans = DiaryPlans(store: store, sources: sources.sources, now: { DiaryFixture.noon })
            let principal = Principal(user: user, roles: [.user], session: .make())
            let stored = try await plans.get(DiaryPlansGet(id: plan), .own(principal: principal))
            let dish = LoggedDish(day: 2, foodId: foods[2].id, entryId: entry, date: march(4))
            #expect((stored.version, stored.name, stored.logged) == (1, nil, [dish]))
            let log = DiaryPlansLog(id: plan, day: 1)
            #expect(try await plans.log(log, .own(principal: principal)).entries == [])
        }
    }

    @Test func `favourites of before the upgrade stay in the order of their times`() async throws {
        let user = UserID.make()
        let foods = (0..<3).map { _ in bread() }
        let times = ["2026-03-01T12:00:00.002Z", "2026-03-01T12:00:00.001Z", "2026-03-01T12:00:00.001Z"]
        try await upgrade(over: "diary-favourites-2") { transaction in
            try transaction.execute(
                "INSERT INTO change_counter (user_id, change) VALUES (?, 9)",
                [user.description]
            )
            for (food, time) in zip(foods, times) {
                let key = [user.description, food.id.description]
                try transaction.execute("INSERT INTO favourite VALUES (?, ?, ?)", key + [time])
                try transaction.execute(
                    "INSERT INTO stored_food VALUES ('', ?, ?)",
                    [food.id.description, try JSONText(food).text]
                )
            }
        } _: { store in
            let context = RequestContext.own(principal: Principal(user: user, roles: [.user], session: .make()))
            let items = try await Self.service(store).favourites(DiaryFavouritesList(), context).items
            #expect(items.map(\.foodId) == [foods[0].id, foods[2].id, foods[1].id])
            #expect(items.map(\.addedAt) == times)
            // A device that reads its changes hears of them.
            #expect(try await Self.service(store).changes(DiaryChanges(), context).favourites == 10)
        }
    }
}
