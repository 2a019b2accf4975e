import Calendar
import Contracts
import Diary
import TestSupport
import Testing

/// Dishes that are exchanged for others.
@Suite(.timeLimit(.minutes(5)))
struct ExchangeDishTests {
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
    private func foods(of plan: DiaryPlan, day: Int) -> [FoodID] {
        plan.menu.days[day - 1].meals.flatMap(\.items).map(\.foodId)
    }

    @Test func `alternatives are foods outside of the plan, for the caller's allergens and dislikes`() async throws {
        try await use { diary, service, plan in
            sources.set { state in
                state.allergens = ["milk"]
                state.dislikes = ["liver"]
                state.fitting = [self.food(4)]
            }
            let request = DiaryPlansAlternatives(id: plan.id, day: 1, foodId: food(1), limit: 2)
            let items = try await service.alternatives(request.checked(), diary.context()).items
            #expect(items.map(\.dish.foodId) == [food(4), food(0)])
            #expect(items.map(\.fits) == [true, false])
            #expect(items.map(\.dish.picture) == [food(4), food(0)].map(FoodPicture.path(of:)))
            let asked = try #require(sources.compared.first)
            let day = plan.menu.days[0]
            #expect(asked.target == day.target)
            // The stored menu is that of the reply without its pictures.
            var meals = day.meals
            for meal in meals.indices {
                for item in meals[meal].items.indices {
                    #expect(meals[meal].items[item].picture == FoodPicture.path(of: meals[meal].items[item].foodId))
                    meals[meal].items[item].picture = nil
                }
            }
            #expect(asked.meals == meals)
            #expect((asked.foodId, asked.categories, asked.limit) == (food(1), ["Some"], 2))
            #expect(asked.excludedAllergens == ["milk"])
            #expect(asked.dislikes == ["liver"])
            #expect(Set(asked.candidates.map(\.foodId)) == [food(0), food(4), food(5)])
        }
    }

    @Test func `an exchange replaces the dish, and a repetition changes nothing`() async throws {
        try await use { diary, service, plan in
            let request = DiaryPlansExchange(id: plan.id, ifVersion: 1, day: 1, foodId: food(1), to: food(5))
            let changed = try await service.exchange(request.checked(), diary.context(key: "once")).value
            #expect(foods(of: changed, day: 1) == [food(5), food(2)])
            #expect(foods(of: changed, day: 2) == [food(2), food(3)])
            #expect((changed.version, changed.menu.days[0].meals[0].items[0].quantity) == (2, 1))
            sources.set { $0.failure = ServiceError(.unavailable, "away") }
            #expect(try await service.exchange(request, diary.context(key: "once")).value == changed)
            let repeated = DiaryPlansExchange(id: plan.id, day: 1, foodId: food(1), to: food(5))
            #expect(try await service.exchange(repeated, diary.context()).value == changed)
            // The copy of the new food is in the plan.
            let log = DiaryPlansLog(id: plan.id, day: 1, foodId: food(5))
            #expect(try await service.log(log, diary.context()).entries.map(\.name) == ["Food 5"])
        }
    }

    @Test func `without a named food the best one is taken, if it meets the target`() async throws {
        try await use { diary, service, plan in
            sources.set { $0.fitting = [self.food(4)] }
            let request = DiaryPlansExchange(id: plan.id, day: 2, foodId: food(3))
            let changed = try await service.exchange(request, diary.context()).value
            #expect(foods(of: changed, day: 2) == [food(2), food(4)])
            sources.set { $0.fitting = [] }
            let none = DiaryPlansExchange(id: plan.id, day: 2, foodId: food(4))
            let error = await #expect(throws: ServiceError.self) { try await service.exchange(none, diary.context()) }
            #expect(error?.code == .conflict)
            // A person may choose a food with which the day misses its target.
            let chosen = DiaryPlansExchange(id: plan.id, day: 2, foodId: food(4), to: food(0))
            #expect(foods(of: try await service.exchange(chosen, diary.context()).value, day: 2) == [food(2), food(0)])
        }
    }

    @Test func `unknown days, dishes and foods are refused`() async throws {
        try await use { diary, service, plan in
            func refusal(_ day: Int, _ dish: FoodID, to: FoodID?) async -> ServiceError? {
                await #expect(throws: ServiceError.self) {
                    let request = DiaryPlansExchange(id: plan.id, day: day, foodId: dish, to: to)
                    return try await service.exchange(request, diary.context()).value
                }
            }
            #expect(await refusal(3, food(1), to: nil)?.details.map(\.field) == ["day"])
            #expect(await refusal(1, food(5), to: food(4))?.code == .notFound)
            #expect(await refusal(1, food(1), to: .make())?.details.map(\.field) == ["to"])
            #expect(await refusal(1, food(1), to: food(2))?.code == .conflict)
        }
    }

    @Test func `a dish in the diary is neither exchanged nor changed until its entry is removed`() async throws {
        try await use { diary, service, plan in
            let log = DiaryPlansLog(id: plan.id, day: 1, foodId: food(1))
            let entry = try #require(try await service.log(log, diary.context()).entries.first)
            let exchange = DiaryPlansExchange(id: plan.id, day: 1, foodId: food(1), to: food(5))
            let portions = [DishPortion(day: 1, foodId: food(1), quantity: 1)]
            let change = DiaryPlansUpdate(id: plan.id, portions: portions)
            let first = await #expect(throws: ServiceError.self) {
                try await service.exchange(exchange, diary.context())
            }
            let second = await #expect(throws: ServiceError.self) { try await service.update(change, diary.context()) }
            #expect([first?.code, second?.code] == [.conflict, .conflict])
            _ = try await diary.service.remove(DiaryEntriesRemove(id: entry.id), diary.context())
            let exchanged = try await service.exchange(exchange, diary.context()).value
            #expect(foods(of: exchanged, day: 1) == [food(5), food(2)])
        }
    }
}
