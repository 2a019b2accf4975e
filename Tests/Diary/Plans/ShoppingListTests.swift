import Calendar
import Contracts
import Diary
import TestSupport
import Testing

/// Shopping lists of plans.
@Suite(.timeLimit(.minutes(5)))
struct ShoppingListTests {
    private let sources = FakePlanSources()

    /// Runs the body with a plan of two days: foods 1 and 2, then 2 and 3.
    private func use(_ body: (DiaryFixture, DiaryPlans, DiaryPlan) async throws -> Void) async throws {
        try await DiaryFixture.use { diary in
            try await diary.setTarget(2_000, from: march(1))
            let service = sources.service(diary)
            try await body(diary, service, try await service.make(DiaryPlansMake(days: 2), diary.context()).value)
        }
    }

    private func food(_ number: Int) -> FoodID { sources.foods[number].food.id }

    @Test func `a list has each food once, with its weight and portions`() async throws {
        try await use { diary, service, plan in
            let list = try await service.shoppingList(DiaryPlansShoppingGet(id: plan.id), diary.context())
            #expect((list.planId, list.version) == (plan.id, 1))
            #expect(list.items.map(\.name) == ["Food 1", "Food 2", "Food 3"])
            #expect(list.items.map(\.category) == ["Some", "Some", "Some"])
            #expect(list.items.map(\.grams) == [66.6, 99.9, 33.3])
            #expect(list.items.map(\.portions) == [2, 3, 1].map { [ShoppingPortion(name: "1 piece", quantity: $0)] })
            #expect(list.items.allSatisfy { !$0.isTicked })
            let foreign = await #expect(throws: ServiceError.self) {
                try await service.shoppingList(DiaryPlansShoppingGet(id: plan.id), diary.context(.make()))
            }
            #expect(foreign?.code == .notFound)
        }
    }

    @Test func `a tick is shared, has an effect once, and is published`() async throws {
        try await use { diary, service, plan in
            let before = try await diary.events(DiaryDataChanged.type).count
            let tick = DiaryPlansShoppingSet(id: plan.id, foodId: food(2), ifVersion: 1, isTicked: true)
            let ticked = try await service.setTick(tick, diary.context()).value
            #expect((ticked.version, ticked.items.map(\.isTicked)) == (2, [false, true, false]))
            #expect(try await service.shoppingList(DiaryPlansShoppingGet(id: plan.id), diary.context()) == ticked)
            let repeated = DiaryPlansShoppingSet(id: plan.id, foodId: food(2), isTicked: true)
            #expect(try await service.setTick(repeated, diary.context()).value == ticked)
            let late = DiaryPlansShoppingSet(id: plan.id, foodId: food(1), ifVersion: 1, isTicked: true)
            let error = await #expect(throws: ServiceError.self) { try await service.setTick(late, diary.context()) }
            #expect(error?.code == .versionMismatch)
            #expect(try error?.current?.decode(ShoppingList.self) == ticked)
            let removal = DiaryPlansShoppingSet(id: plan.id, foodId: food(2), isTicked: false)
            #expect(try await service.setTick(removal, diary.context()).value.items.allSatisfy { !$0.isTicked })
            let published = try await diary.events(DiaryDataChanged.type).dropFirst(before)
                .map { try $0.data.decode(DiaryDataChanged.self) }
            #expect(
                published
                    == [2, 3].map {
                        DiaryDataChanged(kind: .shopping, date: nil, id: plan.id.description, version: $0)
                    }
            )
            #expect(try await service.get(DiaryPlansGet(id: plan.id), diary.context()).version == 1)
        }
    }

    @Test func `a tick ends when the plan needs more, and stays when it needs less`() async throws {
        try await use { diary, service, plan in
            for number in 1...3 {
                let tick = DiaryPlansShoppingSet(id: plan.id, foodId: food(number), isTicked: true)
                _ = try await service.setTick(tick, diary.context())
            }
            let portions = [
                DishPortion(day: 1, foodId: food(1), quantity: 1), DishPortion(day: 2, foodId: food(3), quantity: 2),
            ]
            _ = try await service.update(DiaryPlansUpdate(id: plan.id, portions: portions), diary.context())
            let list = try await service.shoppingList(DiaryPlansShoppingGet(id: plan.id), diary.context())
            #expect(list.items.map(\.isTicked) == [true, true, false])
            #expect(list.version == 5)
        }
    }

    @Test func `an exchanged food leaves the list, and comes back without its tick`() async throws {
        try await use { diary, service, plan in
            let tick = DiaryPlansShoppingSet(id: plan.id, foodId: food(1), isTicked: true)
            _ = try await service.setTick(tick, diary.context())
            for (from, to) in [(1, 5), (5, 1)] {
                let request = DiaryPlansExchange(id: plan.id, day: 1, foodId: food(from), to: food(to))
                _ = try await service.exchange(request, diary.context())
                let list = try await service.shoppingList(DiaryPlansShoppingGet(id: plan.id), diary.context())
                #expect(list.items.contains { $0.foodId == food(to) && !$0.isTicked })
                #expect(!list.items.contains { $0.foodId == food(from) })
            }
            let unknown = DiaryPlansShoppingSet(id: plan.id, foodId: food(5), isTicked: true)
            let error = await #expect(throws: ServiceError.self) { try await service.setTick(unknown, diary.context()) }
            #expect(error?.code == .notFound)
        }
    }
}
