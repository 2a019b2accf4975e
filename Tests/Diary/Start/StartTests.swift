import Calendar
import Contracts
import Diary
import Storage
import Testing

/// The diary's part of the first screen.
@Suite(.timeLimit(.minutes(5)))
struct StartTests {
    private func start(_ diary: DiaryFixture, as user: UserID? = nil) async throws -> DiaryStart.Reply {
        try await diary.service.start(DiaryStart(), diary.context(user))
    }

    @Test func `a start equals the answers of the single routes`() async throws {
        try await DiaryFixture.use { diary in
            try await diary.setTarget(2_000, from: march(1))
            let food = bread()
            diary.catalog.put(food)
            try await diary.add(EntryAmount(foodId: food.id, portion: "slice", quantity: 2))
            let item = DiaryCartItemsSet(foodId: food.id, more: 1)
            _ = try await diary.service.setCartItem(item, diary.context())
            let reply = try await start(diary)
            #expect(reply.day == (try await diary.day()))
            #expect(reply.target?.dailyKcal == 2_000)
            let recents = try await diary.service.recentFoods(DiaryFoodsRecent(), diary.context())
            #expect(reply.recents == recents.items)
            #expect(reply.recents.map(\.quantity) == [2])
            #expect(reply.cart == (try await diary.service.cart(DiaryCartGet(), diary.context())))
            #expect(reply.waiting == StartWaiting(importId: nil, planId: nil))
        }
    }

    @Test func `changes after the cursor are those after the start`() async throws {
        try await DiaryFixture.use { diary in
            try await diary.add(quick("Before", kcal: 1))
            let cursor = try await start(diary).cursor
            let later = try await diary.add(quick("After", kcal: 1))
            let changes = try await diary.service.changes(DiaryChanges(since: cursor), diary.context())
            #expect(changes.items == [later])
            #expect(!changes.reset)
        }
    }

    @Test func `a new user has an empty start`() async throws {
        try await DiaryFixture.use { diary in
            let reply = try await start(diary, as: .make())
            #expect(reply.day.totals.kcal == 0)
            #expect(reply.target == nil)
            #expect(reply.recents.isEmpty)
            #expect(reply.cart.version == 0)
        }
    }

    @Test func `an import waits until it is applied`() async throws {
        try await DiaryFixture.use { diary in
            let preview = try await diary.preview("date,name,kcal\n2026-03-01,Soup,1\n", .table)
            #expect(try await start(diary).waiting.importId == preview.id)
            _ = try await diary.apply(preview.id)
            #expect(try await start(diary).waiting.importId == nil)
        }
    }

    @Test func `the newest menu waits until it is applied or over`() async throws {
        try await DiaryFixture.use { diary in
            func insert(_ id: PlanID, from: PlainDate, days: Int) async throws {
                let menu = #"{"days":[\#(Array(repeating: "{}", count: days).joined(separator: ","))]}"#
                _ = try await diary.store.write { transaction in
                    try transaction.execute(
                        """
                        INSERT INTO plan (user_id, id, created_at, from_date, menu, foods) VALUES (?, ?, '', ?, ?, '[]')
                        """,
                        [diary.user.description, id.description, from.description, menu]
                    )
                }
            }
            let (over, current) = (PlanID.make(), PlanID.make())
            try await insert(over, from: march(7), days: 3)
            #expect(try await start(diary).waiting.planId == nil)
            try await insert(current, from: march(8), days: 3)
            #expect(try await start(diary).waiting.planId == current)
            _ = try await diary.store.write { transaction in
                try transaction.execute(
                    "UPDATE plan SET applied_from = from_date WHERE user_id = ? AND id = ?",
                    [diary.user.description, current.description]
                )
            }
            #expect(try await start(diary).waiting.planId == nil)
        }
    }
}
