import Calendar
import Contracts
import Diary
import Foundation
import Logging
import SeededRandom
import Storage
import TestSupport
import Testing

/// Published and stored uses of foods.
@Suite struct FoodUseTests {
    private func published(_ diary: DiaryFixture) async throws -> [FoodLogged] {
        try await diary.events(FoodLogged.type).map { try $0.data.decode(FoodLogged.self) }
    }

    /// Returns a time some minutes after the fixture's noon.
    private func at(_ minutes: Double) -> Date { DiaryFixture.noon.addingTimeInterval(60 * minutes) }

    @Test func `each change of a food's entries publishes its use, down to zero`() async throws {
        try await DiaryFixture.use { diary in
            let food = bread()
            diary.catalog.put(food)
            let (first, second) = (Timestamp.text(at(0)), Timestamp.text(at(1)))
            let lunch = try await diary.add(EntryAmount(foodId: food.id, grams: 50), meal: .lunch)
            diary.clock.now = at(1)
            let slices = EntryAmount(foodId: food.id, portion: "slice", quantity: 2)
            let snack = try await diary.add(slices, meal: .snack)
            let byWeight = UsualFoodAmount(grams: 50)
            let bySlices = UsualFoodAmount(grams: 66, portion: "slice", quantity: 2)
            try await diary.add(quick(kcal: 10))
            _ = try await diary.service.remove(DiaryEntriesRemove(id: snack.id), diary.context())
            _ = try await diary.service.remove(DiaryEntriesRemove(id: lunch.id), diary.context())
            #expect(
                try await published(diary) == [
                    FoodLogged(foodId: food.id, count: 1, lastAt: first, lastMeal: .lunch, lastAmount: byWeight),
                    FoodLogged(foodId: food.id, count: 2, lastAt: second, lastMeal: .snack, lastAmount: bySlices),
                    FoodLogged(foodId: food.id, count: 1, lastAt: first, lastMeal: .lunch, lastAmount: byWeight),
                    FoodLogged(foodId: food.id, count: 0, lastAt: nil, lastMeal: nil),
                ]
            )
            #expect(try await FoodUseRecomputation.stored(in: diary).isEmpty)
        }
    }

    @Test func `another meal or amount publishes the use, another day does not`() async throws {
        try await DiaryFixture.use { diary in
            let food = bread()
            diary.catalog.put(food)
            let entry = try await diary.add(EntryAmount(foodId: food.id, grams: 50), meal: .lunch)
            var move = DiaryEntriesUpdate(id: entry.id)
            move.date = .date(march(12))
            _ = try await diary.service.update(move, diary.context())
            #expect(try await published(diary).count == 1)
            _ = try await diary.service.update(DiaryEntriesUpdate(id: entry.id, meal: .dinner), diary.context())
            _ = try await diary.service.update(DiaryEntriesUpdate(id: entry.id, grams: 70), diary.context())
            let both = DiaryEntriesUpdate(id: entry.id, meal: .snack, grams: 80)
            _ = try await diary.service.update(both, diary.context())
            let expected: [(Meal, Double)] = [(.dinner, 50), (.dinner, 70), (.snack, 80)]
            #expect(
                try await published(diary).dropFirst()
                    == expected.map { meal, grams in
                        FoodLogged(
                            foodId: food.id,
                            count: 1,
                            lastAt: entry.at,
                            lastMeal: meal,
                            lastAmount: UsualFoodAmount(grams: grams)
                        )
                    }[...]
            )
        }
    }

    @Test func `another amount of an older entry publishes nothing`() async throws {
        try await DiaryFixture.use { diary in
            let food = bread()
            diary.catalog.put(food)
            let old = try await diary.add(EntryAmount(foodId: food.id, grams: 50))
            diary.clock.now = at(1)
            try await diary.add(EntryAmount(foodId: food.id, grams: 60))
            _ = try await diary.service.update(DiaryEntriesUpdate(id: old.id, grams: 70), diary.context())
            #expect(try await published(diary).map(\.lastAmount?.grams) == [50, 60])
        }
    }

    @Test func `what the catalog knows of a user is not stored with a food`() async throws {
        try await DiaryFixture.use { diary in
            var food = bread()
            food.usual = UsualFoodAmount(grams: 66, portion: "slice", quantity: 2)
            diary.catalog.put(food)
            try await diary.add(EntryAmount(foodId: food.id, grams: 50))
            let offline = try await diary.service.offlineFoods(DiaryFoodsOffline(), diary.context())
            #expect(offline.items.map(\.food.id) == [food.id])
            #expect(offline.items.allSatisfy { $0.food.usual == nil })
        }
    }

    @Test func `a refused entry does not count, and a repeated one counts once`() async throws {
        try await DiaryFixture.use { diary in
            let food = bread()
            diary.catalog.put(food)
            let amount = EntryAmount(foodId: food.id, grams: 50)
            let entry = try await diary.add(amount, key: "key")
            #expect(try await diary.add(amount, key: "key") == entry)
            await #expect(throws: ServiceError.self) { try await diary.add(amount, id: entry.id) }
            #expect(try await published(diary).map(\.count) == [1])
        }
    }

    @Test func `an applied plan publishes the uses of its foods`() async throws {
        try await DiaryFixture.use { diary in
            let sources = FakePlanSources()
            try await diary.setTarget(2_000, from: march(1))
            let service = sources.service(diary)
            let plan = try await service.make(DiaryPlansMake(days: 2), diary.context()).value
            _ = try await service.apply(DiaryPlansApply(id: plan.id), diary.context())
            let entries = try await [march(10), march(11)].asyncFlatMap { try await diary.day($0).entries }
            #expect(!entries.isEmpty)
            #expect(try await FoodUseRecomputation.stored(in: diary) == FoodUseRecomputation(entries).uses)
            let last = Dictionary(try await published(diary).map { ($0.foodId, $0) }) { $1 }
            #expect(last == FoodUseRecomputation(entries).published)
        }
    }

    @Test func `an erasure removes the uses of its user only`() async throws {
        try await DiaryFixture.use { diary in
            let (food, stays) = (bread(), UserID.make())
            diary.catalog.put(food)
            for user in [diary.user, stays] { try await diary.add(EntryAmount(foodId: food.id, grams: 5), as: user) }
            let page = Snapshot.Reply(epoch: "auth", sequence: 1, events: [try diary.fact(AccountErased())], next: nil)
            try await diary.store.apply(page, after: nil, DiarySchema.erasure)
            let kept = try await diary.store.read { try $0.rows("SELECT DISTINCT user_id FROM food_use").count }
            #expect(kept == 1)
            #expect(try await diary.service.recentFoods(DiaryFoodsRecent(), diary.context(stays)).items.count == 1)
        }
    }
}

extension DiaryDay {
    fileprivate var entries: [DiaryEntry] { meals.flatMap(\.entries) }
}

extension [PlainDate] {
    fileprivate func asyncFlatMap(_ body: (PlainDate) async throws -> [DiaryEntry]) async throws -> [DiaryEntry] {
        var all: [DiaryEntry] = []
        for date in self { all += try await body(date) }
        return all
    }
}
