import Calendar
import Contracts
import Diary
import Testing

@Suite struct CatalogUnavailableTests {
    @Test(arguments: [ErrorCode.unavailable, .deadlineExceeded, .overloaded, .workerCrashed])
    func `a food logged before can be logged while the catalog is unavailable`(code: ErrorCode) async throws {
        try await DiaryFixture.use { diary in
            let food = bread()
            diary.catalog.put(food)
            let before = try await diary.add(EntryAmount(foodId: food.id, portion: "slice"))
            diary.catalog.fail(ServiceError(code, "away"))
            let after = try await diary.add(EntryAmount(foodId: food.id, portion: "slice"))
            #expect(after.nutrients == before.nutrients)
            #expect(after.position == 1)
        }
    }

    @Test func `a food never logged before needs the catalog`() async throws {
        try await DiaryFixture.use { diary in
            diary.catalog.fail(ServiceError(.unavailable, "away"))
            let error = await #expect(throws: ServiceError.self) {
                try await diary.add(EntryAmount(foodId: .make(), grams: 10))
            }
            #expect(error?.code == .unavailable)
            #expect(error?.retryable == true)
        }
    }

    @Test func `a removed food cannot be logged, even if it was logged before`() async throws {
        try await DiaryFixture.use { diary in
            let food = bread()
            diary.catalog.put(food)
            try await diary.add(EntryAmount(foodId: food.id, grams: 10))
            diary.catalog.fail(.notFound("food"))
            let error = await #expect(throws: ServiceError.self) {
                try await diary.add(EntryAmount(foodId: food.id, grams: 10))
            }
            #expect(error?.code == .notFound)
        }
    }

    @Test func `a new entry uses the newest copy of a food, and old entries keep their nutrients`() async throws {
        try await DiaryFixture.use { diary in
            var food = bread()
            diary.catalog.put(food)
            try await diary.add(EntryAmount(foodId: food.id, grams: 100))
            food.kcal = 300
            diary.catalog.put(food)
            try await diary.add(EntryAmount(foodId: food.id, grams: 100))
            diary.catalog.fail(ServiceError(.unavailable, "away"))
            try await diary.add(EntryAmount(foodId: food.id, grams: 100))
            #expect(try await diary.day().meals[1].entries.map(\.nutrients.kcal) == [259, 300, 300])
        }
    }

    @Test func `the catalog gets half of the remaining time`() async throws {
        try await DiaryFixture.use { diary in
            let food = bread()
            diary.catalog.put(food)
            let request = DiaryEntriesAdd(date: .today, meal: .lunch, amount: EntryAmount(foodId: food.id, grams: 10))
            _ = try await diary.service.add(request, diary.context(timeoutMs: 60_000))
            let timeLeftMs = try #require(diary.catalog.timesLeftMs.first)
            #expect((1...30_000).contains(timeLeftMs))
        }
    }
}
