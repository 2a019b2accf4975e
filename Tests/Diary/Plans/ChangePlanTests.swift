import Calendar
import Contracts
import Diary
import JSONCoding
import Storage
import TestSupport
import Testing

/// Reading, changing and removing plans.
@Suite(.timeLimit(.minutes(5)))
struct ChangePlanTests {
    private let sources = FakePlanSources()

    /// Runs the body with a plan of two days from 10 March.
    private func use(_ body: (DiaryFixture, DiaryPlans, DiaryPlan) async throws -> Void) async throws {
        try await DiaryFixture.use { diary in
            try await diary.setTarget(2_000, from: march(1))
            let service = sources.service(diary)
            try await body(diary, service, try await service.make(DiaryPlansMake(days: 2), diary.context()).value)
        }
    }

    private func food(_ number: Int) -> FoodID { sources.foods[number].food.id }

    @Test func `a plan has a name, a version, and is found by its id`() async throws {
        try await use { diary, service, plan in
            #expect((plan.name, plan.version, plan.logged) == (nil, 1, []))
            let named = try await service.make(DiaryPlansMake(name: "Holidays", days: 1), diary.context()).value
            #expect(try await service.get(DiaryPlansGet(id: named.id), diary.context()) == named)
            #expect(named.name == "Holidays")
            let foreign = await #expect(throws: ServiceError.self) {
                try await service.get(DiaryPlansGet(id: plan.id), diary.context(.make()))
            }
            #expect(foreign?.code == .notFound)
        }
    }

    @Test func `name, first day and portions change, and a day is added up again`() async throws {
        try await use { diary, service, plan in
            let change = DiaryPlansUpdate(
                id: plan.id,
                ifVersion: 1,
                name: .set("Week of soups"),
                from: .date(march(12)),
                portions: [DishPortion(day: 1, foodId: food(1), quantity: 3)]
            )
            let changed = try await service.update(change.checked(), diary.context()).value
            #expect((changed.name, changed.from, changed.version) == ("Week of soups", march(12), 2))
            let day = changed.menu.days[0]
            #expect((day.meals[0].items[0].quantity, day.meals[0].items[0].grams) == (3, 99.9))
            #expect(day.meals[0].totals.kcal == 100.9)
            #expect(abs(day.totals.kcal - 100.9 - day.meals[1].totals.kcal) < 1e-9)
            #expect(!changed.menu.fits)
            #expect(changed.menu.reasons.contains { $0.code == .targetMissed && $0.params["day"] == "1" })
            #expect(changed.menu.days[1] == plan.menu.days[1])
            #expect(try await service.get(DiaryPlansGet(id: plan.id), diary.context()) == changed)
            let cleared = DiaryPlansUpdate(id: plan.id, name: .cleared)
            #expect(try await service.update(cleared, diary.context()).value.name == nil)
        }
    }

    @Test func `an outdated version is refused with the newest state, and a change without effect takes none`()
        async throws
    {
        try await use { diary, service, plan in
            let name = DiaryPlansUpdate(id: plan.id, name: .set("First"))
            for _ in 0..<2 {
                let named = try await service.update(name, diary.context()).value
                #expect(named.version == 2)
            }
            let late = DiaryPlansUpdate(id: plan.id, ifVersion: 1, name: .set("Second"))
            let error = await #expect(throws: ServiceError.self) { try await service.update(late, diary.context()) }
            #expect(error?.code == .versionMismatch)
            #expect(try error?.current?.decode(DiaryPlan.self).name == "First")
            let remove = DiaryPlansRemove(id: plan.id, ifVersion: 1)
            let kept = await #expect(throws: ServiceError.self) { try await service.remove(remove, diary.context()) }
            #expect(kept?.code == .versionMismatch)
        }
    }

    @Test(
        arguments: [
            ("portions[0].day", 3, 1, 1, nil), ("portions[0].foodId", 1, 5, 1, nil), ("portion", 1, 1, 1, "loaf"),
        ] as [(String, Int, Int, Int, String?)]
    )
    func `portions of an unknown dish are refused`(
        field: String,
        day: Int,
        number: Int,
        quantity: Int,
        portion: String?
    ) async throws {
        try await use { diary, service, plan in
            let change = DishPortion(day: day, foodId: food(number), quantity: quantity, portion: portion)
            let error = await #expect(throws: ServiceError.self) {
                try await service.update(DiaryPlansUpdate(id: plan.id, portions: [change]), diary.context())
            }
            #expect(error?.details.map(\.field) == [field])
        }
    }

    @Test func `invalid names and quantities are refused`() async throws {
        let id = PlanID.make()
        for name in ["", " ", String(repeating: "a", count: 101), "a\nb"] {
            #expect(throws: ServiceError.self) { try DiaryPlansUpdate(id: id, name: .set(name)).checked() }
        }
        for quantity in [0, 11] {
            let portion = DishPortion(day: 1, foodId: .make(), quantity: quantity)
            #expect(throws: ServiceError.self) { try DiaryPlansUpdate(id: id, portions: [portion]).checked() }
        }
        let food = FoodID.make()
        #expect(throws: ServiceError.self) { try DiaryPlansExchange(id: id, day: 1, foodId: food, to: food).checked() }
    }

    @Test func `a removed plan is gone, its entries stay, and each change is published`() async throws {
        try await use { diary, service, plan in
            _ = try await service.log(DiaryPlansLog(id: plan.id, day: 1), diary.context())
            let tick = DiaryPlansShoppingSet(id: plan.id, foodId: food(1), isTicked: true)
            _ = try await service.setTick(tick, diary.context())
            _ = try await service.remove(DiaryPlansRemove(id: plan.id), diary.context())
            #expect(try await service.list(DiaryPlansList(), diary.context()).items.isEmpty)
            #expect(try await diary.day(march(10)).meals.map(\.entries.count) == [0, 1, 0, 1])
            let again = await #expect(throws: ServiceError.self) {
                try await service.remove(DiaryPlansRemove(id: plan.id), diary.context())
            }
            #expect(again?.code == .notFound)
            let left = try await diary.store.read { reader in
                try ["plan_entry", "plan_tick"].filter { try reader.row("SELECT 1 FROM \($0) LIMIT 1") != nil }
            }
            #expect(left == [])
            let published = try await diary.events(DiaryDataChanged.type).map {
                try $0.data.decode(DiaryDataChanged.self)
            }
            let id = plan.id.description
            #expect(
                published == [
                    DiaryDataChanged(kind: .plan, date: nil, id: id, version: 1),
                    DiaryDataChanged(kind: .plan, date: nil, id: id, version: 2),
                    DiaryDataChanged(kind: .shopping, date: nil, id: id, version: 2),
                    DiaryDataChanged(kind: .plan, date: nil, id: id, version: 3),
                ]
            )
        }
    }

    @Test func `a device that synchronizes learns that plans have changed`() async throws {
        try await use { diary, service, plan in
            let first = try await diary.service.changes(DiaryChanges(), diary.context())
            #expect(first.plans == 1)
            let since = DiaryChanges(since: first.cursor)
            #expect(try await diary.service.changes(since, diary.context()).plans == nil)
            let tick = DiaryPlansShoppingSet(id: plan.id, foodId: food(1), isTicked: true)
            _ = try await service.setTick(tick, diary.context())
            #expect(try await diary.service.changes(since, diary.context()).plans == 2)
            _ = try await service.remove(DiaryPlansRemove(id: plan.id), diary.context())
            #expect(try await diary.service.changes(since, diary.context()).plans == 3)
        }
    }

    @Test func `a reply that an earlier version has stored is read without the new fields`() throws {
        let plan = DiaryPlan(
            id: .make(),
            name: "Week",
            createdAt: "2026-03-10T12:00:00.000Z",
            from: march(10),
            menu: MealPlan(fits: true, reasons: [], days: []),
            version: 4
        )
        let former =
            #"{"id":"\#(plan.id)","createdAt":"2026-03-10T12:00:00.000Z","from":"2026-03-10","appliedFrom":null,"#
            + #""menu":{"fits":true,"reasons":[],"days":[]}}"#
        let read = try JSONText(text: former).decode(DiaryPlan.self)
        #expect((read.name, read.version, read.logged) == (nil, 1, []))
        #expect(try JSONText(plan).decode(DiaryPlan.self) == plan)
    }
}
