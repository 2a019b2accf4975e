import Contracts
import Diary
import TestSupport
import Testing

/// Recent foods for devices without a connection.
@Suite(.timeLimit(.minutes(5)))
struct OfflineFoodsTests {
    @Test func `recent foods come whole, each with the amount logged last`() async throws {
        try await DiaryFixture.use { diary in
            let rye = bread()
            var soup = bread()
            (soup.name, soup.portions) = ("Soup", [])
            for food in [rye, soup] { diary.catalog.put(food) }
            try await diary.add(EntryAmount(foodId: rye.id, portion: "slice", quantity: 2))
            try await diary.add(EntryAmount(foodId: rye.id, portion: "slice", quantity: 3))
            try diary.clock.set("2026-03-10T13:00:00Z")
            try await diary.add(EntryAmount(foodId: soup.id, grams: 250))
            try await diary.add(quick(kcal: 1))
            let items = try await diary.service.offlineFoods(DiaryFoodsOffline(), diary.context()).items
            #expect(items.map(\.food.name) == ["Soup", "Rye bread"])
            #expect(items.map(\.grams) == [250, 99])
            #expect(items.map(\.quantity) == [nil, 3])
            #expect(items.map(\.count) == [1, 2])
            #expect(items[1].food.portions == rye.portions)
            #expect(items.map(\.food.picture) == [soup.id, rye.id].map(FoodPicture.path(of:)))
            let other = try await diary.service.offlineFoods(DiaryFoodsOffline(), diary.context(.make()))
            #expect(other.items.isEmpty)
        }
    }
}
