import Calendar
import Contracts
import Diary
import TestSupport
import Testing

/// Single dishes and days of a plan in the diary.
@Suite(.timeLimit(.minutes(5)))
struct LogDishTests {
    private let sources = FakePlanSources()

    /// Runs the body with a plan of two days from 10 March: foods 1 and 2, then 2 and 3.
    private func use(_ body: (DiaryFixture, DiaryPlans, DiaryPlan) async throws -> Void) async throws {
        try await DiaryFixture.use { diary in
            try await diary.setTarget(2_000, from: march(1))
            let service = sources.service(diary)
            try await body(diary, service, try await service.make(DiaryPlansMake(days: 2), diary.context()).value)
        }
    }

    private func food(_ number: Int) -> FoodID { sources.foods[number].food.id }
    private func entries(_ diary: DiaryFixture, _ date: PlainDate) async throws -> [DiaryEntry] {
        try await diary.day(date).meals.flatMap(\.entries)
    }

    @Test func `a dish is logged once, however often and by however many devices`() async throws {
        try await use { diary, service, plan in
            let request = DiaryPlansLog(id: plan.id, day: 1, foodId: food(1))
            let reply = try await service.log(request.checked(), diary.context())
            let entry = try #require(reply.entries.first)
            #expect((entry.foodId, entry.portion, entry.quantity, entry.date) == (food(1), "1 piece", 2, march(10)))
            let dish = LoggedDish(day: 1, foodId: food(1), entryId: entry.id, date: march(10))
            #expect((reply.plan.logged, reply.plan.version) == ([dish], 2))
            try await withThrowingTaskGroup { group in
                for key in ["a", "b", "c", nil] {
                    group.addTask { try await service.log(request, diary.context(key: key)) }
                }
                for try await repeated in group { #expect(repeated == reply) }
            }
            #expect(try await entries(diary, march(10)) == [entry])
            #expect(try await diary.published().count == 1)
        }
    }

    @Test func `a day is logged as a whole on any date, without dishes that were logged before`() async throws {
        try await use { diary, service, plan in
            let one = DiaryPlansLog(id: plan.id, day: 2, foodId: food(3), date: .date(march(9)))
            _ = try await service.log(one, diary.context())
            let all = DiaryPlansLog(id: plan.id, day: 2, date: .date(march(20)))
            let reply = try await service.log(all, diary.context())
            #expect(reply.entries.map(\.date) == [march(20), march(9)])
            let dates = Dictionary(uniqueKeysWithValues: reply.plan.logged.map { ($0.foodId, $0.date) })
            #expect(dates == [food(2): march(20), food(3): march(9)])
            #expect(try await entries(diary, march(20)).map(\.foodId) == [food(2)])
        }
    }

    @Test func `a dish whose entry was removed is logged again only on request`() async throws {
        try await use { diary, service, plan in
            let request = DiaryPlansLog(id: plan.id, day: 1, foodId: food(1))
            let entry = try #require(try await service.log(request, diary.context()).entries.first)
            _ = try await diary.service.remove(DiaryEntriesRemove(id: entry.id), diary.context())
            #expect(try await service.get(DiaryPlansGet(id: plan.id), diary.context()).logged == [])
            let error = await #expect(throws: ServiceError.self) { try await service.log(request, diary.context()) }
            #expect((error?.code, error?.current?.text) == (.conflict, "null"))
            // The other dish of the day is logged, and the removed one stays removed.
            let day = try await service.log(DiaryPlansLog(id: plan.id, day: 1), diary.context())
            #expect(day.entries.map(\.foodId) == [food(2)])
            let again = DiaryPlansLog(id: plan.id, day: 1, foodId: food(1), again: true)
            let back = try #require(try await service.log(again, diary.context()).entries.first)
            #expect((back.id, back.version) == (entry.id, entry.version + 1))
        }
    }

    @Test func `applying a plan leaves out dishes that were logged before, and logging those that were applied`()
        async throws
    {
        try await use { diary, service, plan in
            let one = DiaryPlansLog(id: plan.id, day: 1, foodId: food(1))
            _ = try await service.log(one, diary.context())
            let applied = try await service.apply(DiaryPlansApply(id: plan.id), diary.context()).value
            #expect(applied.logged.count == 4)
            #expect(try await entries(diary, march(10)).map(\.foodId) == [food(1), food(2)])
            let reply = try await service.log(DiaryPlansLog(id: plan.id, day: 2), diary.context())
            #expect((reply.entries.count, reply.plan) == (2, applied))
            #expect(try await entries(diary, march(11)).map(\.foodId) == [food(2), food(3)])
        }
    }

    @Test func `unknown dishes and full days are refused`() async throws {
        try await use { diary, service, plan in
            func refusal(_ request: DiaryPlansLog, as user: UserID? = nil) async -> ServiceError? {
                await #expect(throws: ServiceError.self) { try await service.log(request, diary.context(user)) }
            }
            #expect(await refusal(DiaryPlansLog(id: plan.id, day: 1, foodId: food(5)))?.code == .notFound)
            #expect(await refusal(DiaryPlansLog(id: plan.id, day: 3))?.details.map(\.field) == ["day"])
            #expect(await refusal(DiaryPlansLog(id: plan.id, day: 1), as: .make())?.code == .notFound)
            for _ in 0..<(EntryLimits.entriesPerDayMax - 1) { try await diary.add(quick(kcal: 1), on: march(11)) }
            #expect(await refusal(DiaryPlansLog(id: plan.id, day: 2))?.code == .invalid)
            #expect(try await service.get(DiaryPlansGet(id: plan.id), diary.context()).logged == [])
        }
    }
}
