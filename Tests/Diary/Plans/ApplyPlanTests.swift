import Calendar
import Contracts
import Diary
import Storage
import TestSupport
import Testing

@Suite struct ApplyPlanTests {
    private let sources = FakePlanSources()

    /// Runs the body with a plan of two days from 10 March.
    private func use(_ body: (DiaryFixture, DiaryPlans, DiaryPlan) async throws -> Void) async throws {
        try await DiaryFixture.use { diary in
            try await diary.setTarget(2_000, from: march(1))
            let service = sources.service(diary)
            try await body(diary, service, try await service.make(DiaryPlansMake(days: 2), diary.context()).value)
        }
    }

    @Test func `an applied plan adds entries after the existing ones, with amounts and nutrients`()
        async throws
    {
        try await use { diary, service, plan in
            try await diary.add(quick(kcal: 50), on: march(10), meal: .lunch)
            let applied = try await service.apply(DiaryPlansApply(id: plan.id), diary.context()).value
            #expect(applied.appliedFrom == march(10))
            let day = try await diary.day(march(10))
            #expect(day.meals.map(\.entries.count) == [0, 2, 0, 1])
            let entry = day.meals[1].entries[1]
            let food = sources.foods[1].food
            #expect((entry.foodId, entry.name, entry.position) == (food.id, food.name, 1))
            #expect((entry.portion, entry.quantity, entry.grams) == ("1 piece", 2, 66.6))
            #expect(abs(entry.nutrients.kcal - 101 * 0.666) < 0.01)
            #expect(entry.nutrients.saltG != nil)
            #expect(entry.nutrients.sugarG == nil)
            #expect(try await diary.day(march(11)).meals.map(\.entries.count) == [0, 1, 0, 1])
            #expect(try await service.list(DiaryPlansList(), diary.context()).items == [applied])
            // Each day is published once.
            #expect(try await diary.published().map(\.date) == [march(10), march(10), march(11)])
        }
    }

    @Test func `a plan is applied once, whatever the key, and on one date`() async throws {
        try await use { diary, service, plan in
            let request = DiaryPlansApply(id: plan.id, from: .date(march(20)))
            let first = try await service.apply(request, diary.context(key: "one")).value
            #expect(first.appliedFrom == march(20))
            for key in ["one", "two", nil] {
                #expect(try await service.apply(request, diary.context(key: key)).value == first)
            }
            #expect(try await service.apply(DiaryPlansApply(id: plan.id), diary.context()).value == first)
            let elsewhere = DiaryPlansApply(id: plan.id, from: .date(march(21)))
            let error = await #expect(throws: ServiceError.self) { try await service.apply(elsewhere, diary.context()) }
            #expect(error?.code == .conflict)
            #expect(error?.params == ["appliedFrom": "2026-03-20"])
            #expect(try await diary.day(march(20)).meals.map(\.entries.count) == [0, 1, 0, 1])
            #expect(try await diary.day(march(21)).meals.map(\.entries.count) == [0, 1, 0, 1])
            #expect(try await diary.day(march(22)).totals.kcal == 0)
        }
    }

    @Test func `a plan that does not fit into one day changes no day`() async throws {
        try await use { diary, service, plan in
            for _ in 0..<(EntryLimits.entriesPerDayMax - 1) { try await diary.add(quick(kcal: 1), on: march(11)) }
            let request = DiaryPlansApply(id: plan.id)
            let error = await #expect(throws: ServiceError.self) { try await service.apply(request, diary.context()) }
            #expect(error?.code == .invalid)
            #expect(try await diary.day(march(10)).totals.kcal == 0)
            #expect(try await service.list(DiaryPlansList(), diary.context()).items == [plan])
        }
    }

    @Test func `a plan without food is refused, and the plan of another user is not found`() async throws {
        try await use { diary, service, plan in
            sources.set { $0.menu = MealPlan(fits: false, reasons: [PlanReason(.foodsLeft)], days: []) }
            let empty = try await service.make(DiaryPlansMake(days: 1), diary.context()).value
            #expect(!empty.menu.fits)
            let request = DiaryPlansApply(id: empty.id)
            let error = await #expect(throws: ServiceError.self) { try await service.apply(request, diary.context()) }
            #expect(error?.code == .conflict)
            let foreign = DiaryPlansApply(id: plan.id)
            let other = await #expect(throws: ServiceError.self) {
                try await service.apply(foreign, diary.context(.make()))
            }
            #expect(other?.code == .notFound)
        }
    }

    @Test func `the amount of an applied entry can be changed`() async throws {
        try await use { diary, service, plan in
            _ = try await service.apply(DiaryPlansApply(id: plan.id), diary.context())
            let entry = try #require(try await diary.day(march(10)).meals[1].entries.first)
            let change = DiaryEntriesUpdate(id: entry.id, grams: 100)
            let changed = try await diary.service.update(change, diary.context()).value
            #expect(changed.nutrients.kcal == 101)
        }
    }

    @Test func `an erasure removes plans from the files`() async throws {
        try await DiaryFixture.use { diary in
            let sources = FakePlanSources()
            sources.set { $0.target = diary.target(1_900, from: march(1)) }
            let plan = try await sources.service(diary).make(DiaryPlansMake(days: 1), diary.context(key: "key")).value
            #expect(try await diary.store.people(after: nil, limit: 10, of: DiarySchema.erasure) == [diary.user])
            let page = Snapshot.Reply(epoch: "auth", sequence: 1, events: [try diary.fact(AccountErased())], next: nil)
            try await diary.store.apply(page, after: nil, DiarySchema.erasure)
            #expect(try await diary.store.cleanUp())
            #expect(try await diary.store.rebuild())
            for text in [diary.user.description, plan.id.description, "Food 1"] {
                #expect(try !diary.directory.filesContain(text))
            }
        }
    }
}
