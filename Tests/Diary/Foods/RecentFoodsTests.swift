import Contracts
import Diary
import Foundation
import Storage
import TestSupport
import Testing

/// Foods that were logged recently or often.
@Suite struct RecentFoodsTests {
    private func recent(
        _ diary: DiaryFixture,
        _ meal: Meal? = nil,
        _ sort: DiaryFoodsRecent.Sort? = nil,
        limit: Int? = nil
    ) async throws -> [RecentFood] {
        let request = DiaryFoodsRecent(meal: meal, sort: sort, limit: limit)
        return try await diary.service.recentFoods(request.checked(), diary.context()).items
    }

    /// Logs grams of a food, one minute after the previous entry.
    @discardableResult
    private func log(_ food: Food, _ meal: Meal, grams: Double = 50, in diary: DiaryFixture) async throws -> DiaryEntry
    {
        diary.clock.advance(seconds: 60)
        diary.catalog.put(food)
        return try await diary.add(EntryAmount(foodId: food.id, grams: grams), meal: meal)
    }

    @Test func `recent foods have the last amount and nutrients without a catalog request`() async throws {
        try await DiaryFixture.use { diary in
            let food = bread()
            let weighed = try await log(food, .lunch, grams: 70, in: diary)
            let questions = diary.catalog.timesLeftMs.count
            let first = try await recent(diary)
            #expect(first.map(\.grams) == [70])
            #expect(first.map(\.nutrients) == [weighed.nutrients])
            #expect((first[0].name, first[0].imageURL, first[0].portion) == ("Rye bread", food.imageURL, nil))

            let amount = EntryAmount(foodId: food.id, portion: "slice", quantity: 2)
            diary.clock.advance(seconds: 60)
            let served = try await diary.add(amount, meal: .snack)
            let item = try #require(try await recent(diary).first)
            #expect((item.portion, item.quantity, item.grams) == ("slice", 2, 66))
            #expect((item.count, item.meal, item.lastAt) == (2, .snack, served.at))
            let again = EntryAmount(foodId: item.foodId, portion: item.portion, quantity: item.quantity)
            #expect(try await diary.add(again).nutrients == item.nutrients)
            // One request for each entry.
            #expect(diary.catalog.timesLeftMs.count == questions + 2)
        }
    }

    @Test func `recent foods are ordered by time or count, of one meal or all`() async throws {
        try await DiaryFixture.use { diary in
            let (rye, oats, tea) = (bread(), bread(), bread())
            for food in [rye, rye, rye, oats] { try await log(food, .breakfast, in: diary) }
            for food in [oats, tea] { try await log(food, .dinner, grams: 90, in: diary) }
            try await diary.add(quick(kcal: 1))
            #expect(try await recent(diary).map(\.foodId) == [tea.id, oats.id, rye.id])
            #expect(try await recent(diary, nil, .frequent).map(\.foodId) == [rye.id, oats.id, tea.id])
            #expect(try await recent(diary, nil, .frequent).map(\.count) == [3, 2, 1])
            #expect(try await recent(diary, .breakfast).map(\.foodId) == [oats.id, rye.id])
            #expect(try await recent(diary, .breakfast).map(\.grams) == [50, 50])
            #expect(try await recent(diary, .dinner, .frequent).map(\.foodId) == [tea.id, oats.id])
            #expect(try await recent(diary, .dinner, .frequent).map(\.grams) == [90, 90])
            #expect(try await recent(diary, .lunch).isEmpty)
            #expect(try await recent(diary, limit: 1).map(\.foodId) == [tea.id])
        }
    }

    @Test func `after a removal the previous entry is the most recent`() async throws {
        try await DiaryFixture.use { diary in
            let food = bread()
            try await log(food, .lunch, grams: 10, in: diary)
            let last = try await log(food, .lunch, grams: 20, in: diary)
            var change = DiaryEntriesUpdate(id: last.id)
            change.grams = 25
            _ = try await diary.service.update(change, diary.context())
            #expect(try await recent(diary).map(\.grams) == [25])
            _ = try await diary.service.remove(DiaryEntriesRemove(id: last.id), diary.context())
            #expect(try await recent(diary, .lunch).map(\.grams) == [10])
            #expect(try await recent(diary).map(\.count) == [1])
        }
    }

    @Test func `recent foods of another user are not included`() async throws {
        try await DiaryFixture.use { diary in
            try await log(bread(), .lunch, in: diary)
            let request = DiaryFoodsRecent()
            #expect(try await diary.service.recentFoods(request, diary.context(.make())).items.isEmpty)
        }
    }

    @Test(arguments: [0, 101, -1]) func `a limit outside its range is refused`(limit: Int) async throws {
        try await DiaryFixture.use { diary in
            let error = await #expect(throws: ServiceError.self) { try await recent(diary, limit: limit) }
            #expect(error?.details.map(\.field) == ["limit"])
        }
    }
}
