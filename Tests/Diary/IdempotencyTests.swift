import Contracts
import Diary
import Testing

@Suite struct IdempotencyTests {
    @Test func `the same key twice makes one entry and gives the same reply`() async throws {
        try await DiaryFixture.use { diary in
            let food = bread()
            diary.catalogue.put(food)
            let request = EntryAmount(foodId: food.id, grams: 50)
            let id = EntryID.make()
            let first = try await diary.add(request, id: id, key: "k")
            let second = try await diary.add(request, id: id, key: "k")
            #expect(first == second)
            #expect(try await diary.day().meals[1].entries == [first])
            #expect(try await diary.told().count == 1)
        }
    }

    @Test func `a stored reply is given whatever became of the food since`() async throws {
        try await DiaryFixture.use { diary in
            let food = bread()
            diary.catalogue.put(food)
            let first = try await diary.add(EntryAmount(foodId: food.id, grams: 50), key: "k")
            diary.catalogue.fail(.notFound("food"))
            #expect(try await diary.add(EntryAmount(foodId: food.id, grams: 50), key: "k") == first)
        }
    }

    @Test func `another payload under the same key is a conflict`() async throws {
        try await DiaryFixture.use { diary in
            try await diary.add(quick(kcal: 1), key: "k")
            let error = await #expect(throws: ServiceError.self) { try await diary.add(quick(kcal: 2), key: "k") }
            #expect(error?.code == .conflict)
            #expect(try await diary.day().totals.kcal == 1)
        }
    }

    @Test func `keys of two people do not meet`() async throws {
        try await DiaryFixture.use { diary in
            let other = UserID.make()
            try await diary.add(quick(kcal: 1), key: "k")
            try await diary.add(quick(kcal: 2), key: "k", as: other)
            #expect(try await diary.day().totals.kcal == 1)
            #expect(try await diary.day(as: other).totals.kcal == 2)
        }
    }

    @Test func `changes and removals take effect once`() async throws {
        try await DiaryFixture.use { diary in
            let entry = try await diary.add(quick(kcal: 1))
            let change = DiaryEntriesUpdate(id: entry.id, ifVersion: 1, meal: .dinner)
            let first = try await diary.service.update(change, diary.context(key: "u"))
            let second = try await diary.service.update(change, diary.context(key: "u"))
            #expect(first == second)
            #expect(second.version == 2)
            let removal = DiaryEntriesRemove(id: entry.id)
            _ = try await diary.service.remove(removal, diary.context(key: "r"))
            _ = try await diary.service.remove(removal, diary.context(key: "r"))
            let error = await #expect(throws: ServiceError.self) {
                try await diary.service.remove(removal, diary.context(key: "again"))
            }
            #expect(error?.code == .notFound)
        }
    }
}
