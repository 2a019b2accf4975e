import Calendar
import Contracts
import Diary
import Storage
import Testing

@Suite struct MakePlanTests {
    private let sources = FakePlanSources()

    @Test func `a plan request has each day's target, the allergens and the dislikes`() async throws {
        try await DiaryFixture.use { diary in
            try await diary.setTarget(2_000, from: march(1))
            try await diary.setTarget(1_500, from: march(12))
            sources.set { state in
                state.allergens = ["milk"]
                state.dislikes = ["liver"]
            }
            let meals = [MealShare(.lunch, percent: 80), MealShare(.snack, percent: 20)]
            let request = DiaryPlansMake(days: 3, from: .date(march(10)), meals: meals, seed: 7)
            let plan = try await sources.service(diary).make(request, diary.context()).value
            let asked = try #require(sources.asked.first)
            #expect(asked.targets.map(\.dailyKcal) == [2_000, 2_000, 1_500])
            #expect(asked.targets[0].proteinG == 100)
            #expect(asked.excludedAllergens == ["milk"])
            #expect(asked.dislikes == ["liver"])
            #expect(asked.meals == meals)
            #expect(asked.seed == 7)
            #expect(asked.candidates.map(\.foodId) == sources.foods.map(\.food.id))
            #expect(asked.candidates[0].allergens == ["milk"])
            #expect(asked.candidates[1].allergens == nil)
            #expect(asked.candidates[1].portions == sources.foods[1].food.portions)
            #expect((plan.from, plan.appliedFrom, plan.menu.days.count) == (march(10), nil, 3))
        }
    }

    @Test func `a plan begins on the user's today, and its seed is random`() async throws {
        try await DiaryFixture.use { diary in
            try await diary.setPerson(zone: "Pacific/Kiritimati")
            try await diary.setTarget(2_000, from: march(1))
            let service = sources.service(diary)
            let plan = try await service.make(DiaryPlansMake(days: 1), diary.context()).value
            #expect(plan.from == march(11))
            for _ in 0..<5 { _ = try await service.make(DiaryPlansMake(days: 1), diary.context()) }
            #expect(Set(sources.asked.map(\.seed)).count > 1)
        }
    }

    @Test func `the calculator's deadline leaves time to store the plan`() async throws {
        try await DiaryFixture.use { diary in
            try await diary.setTarget(2_000, from: march(1))
            let context = diary.context(timeoutMs: 20_000)
            _ = try await sources.service(diary).make(DiaryPlansMake(days: 1), context)
            let deadline = try #require(sources.deadlines.first)
            #expect(deadline < context.deadline)
        }
    }

    @Test func `a target missing in the diary comes from the profile, and without one the request fails`()
        async throws
    {
        try await DiaryFixture.use { diary in
            let service = sources.service(diary)
            sources.set { $0.missing = ["sex"] }
            let none = await #expect(throws: ServiceError.self) {
                try await service.make(DiaryPlansMake(days: 1), diary.context())
            }
            #expect(none?.code == .profileIncomplete)
            #expect(none?.details.map(\.field) == ["sex"])
            sources.set { $0.missing = [] }
            let pending = await #expect(throws: ServiceError.self) {
                try await service.make(DiaryPlansMake(days: 1), diary.context())
            }
            #expect(pending?.code == .unavailable)
            sources.set { $0.target = diary.target(1_900, from: march(1)) }
            _ = try await service.make(DiaryPlansMake(days: 1), diary.context())
            #expect(sources.asked.map { $0.targets.map(\.dailyKcal) } == [[1_900]])
        }
    }

    @Test func `a repeated key returns the stored plan while other services are unavailable`() async throws {
        try await DiaryFixture.use { diary in
            try await diary.setTarget(2_000, from: march(1))
            let service = sources.service(diary)
            let request = DiaryPlansMake(days: 1)
            let first = try await service.make(request, diary.context(key: "once")).value
            sources.set { $0.failure = ServiceError(.unavailable, "away") }
            #expect(try await service.make(request, diary.context(key: "once")).value == first)
            let away = await #expect(throws: ServiceError.self) {
                try await service.make(request, diary.context(key: "another"))
            }
            #expect(away?.code == .unavailable)
            let kept = try await service.list(DiaryPlansList(), diary.context()).items
            #expect(kept == [first])
        }
    }

    @Test func `a second plan with the same id is refused with the stored one`() async throws {
        try await DiaryFixture.use { diary in
            try await diary.setTarget(2_000, from: march(1))
            let (service, id) = (sources.service(diary), PlanID.make())
            let plan = try await service.make(DiaryPlansMake(id: id, days: 1), diary.context()).value
            #expect(plan.id == id)
            let error = await #expect(throws: ServiceError.self) {
                try await service.make(DiaryPlansMake(id: id, name: "Other", days: 2), diary.context())
            }
            #expect(error?.code == .conflict)
            #expect(try error?.current?.decode(DiaryPlan.self) == plan)
        }
    }

    @Test(arguments: [0, 8])
    func `a plan with too few or too many days is refused`(days: Int) async throws {
        try await DiaryFixture.use { diary in
            let error = await #expect(throws: ServiceError.self) {
                try await sources.service(diary).make(DiaryPlansMake(days: days).checked(), diary.context())
            }
            #expect(error?.details.map(\.field) == ["days"])
            #expect(sources.asked.isEmpty)
        }
    }

    @Test func `the newest fifty plans of a user are stored and listed in pages`() async throws {
        try await DiaryFixture.use { diary in
            try await diary.setTarget(2_000, from: march(1))
            let (service, other) = (sources.service(diary), UserID.make())
            try await diary.receive(TargetChanged(target: diary.target(2_000, from: march(1))), of: other)
            let others = try await service.make(DiaryPlansMake(days: 1), diary.context(other)).value
            var made: [PlanID] = []
            for _ in 0..<53 { made.append(try await service.make(DiaryPlansMake(days: 1), diary.context()).value.id) }
            var (listed, cursor): ([PlanID], PlanID?) = ([], nil)
            repeat {
                let request = DiaryPlansList(limit: 20, cursor: cursor)
                let page = try await service.list(request, diary.context())
                #expect(page.items.count <= 20)
                listed += page.items.map(\.id)
                cursor = page.nextCursor
            } while cursor != nil
            #expect(listed == made.suffix(50).reversed())
            #expect(try await service.list(DiaryPlansList(), diary.context(other)).items.map(\.id) == [others.id])
        }
    }

    @Test func `a page of large plans fits into a message`() async throws {
        try await DiaryFixture.use { diary in
            try await diary.setTarget(2_000, from: march(1))
            let service = sources.service(diary)
            let reasons = (0..<2_000).map { _ in
                PlanReason(.foodsLeft, params: ["left": String(repeating: "9", count: 80)])
            }
            sources.set { $0.menu = MealPlan(fits: false, reasons: reasons, days: []) }
            for _ in 0..<5 { _ = try await service.make(DiaryPlansMake(days: 1), diary.context()) }
            let first = try await service.list(DiaryPlansList(), diary.context())
            #expect((1..<5).contains(first.items.count))
            #expect(try PayloadCoder.encode(first).count < 600_000)
            var (count, cursor) = (first.items.count, first.nextCursor)
            while let next = cursor {
                let page = try await service.list(DiaryPlansList(cursor: next), diary.context())
                (count, cursor) = (count + page.items.count, page.nextCursor)
            }
            #expect(count == 5)
        }
    }
}
