import Calendar
import Contracts
import Diary
import Testing

@Suite struct IdempotencyTests {
    @Test func `a repeated key adds one entry and returns the same reply`() async throws {
        try await DiaryFixture.use { diary in
            let food = bread()
            diary.catalog.put(food)
            let request = EntryAmount(foodId: food.id, grams: 50)
            let id = EntryID.make()
            let first = try await diary.add(request, id: id, key: "k")
            let second = try await diary.add(request, id: id, key: "k")
            #expect(first == second)
            #expect(try await diary.day().meals[1].entries == [first])
            #expect(try await diary.published().count == 1)
        }
    }

    @Test func `a stored reply is returned even if the food was removed`() async throws {
        try await DiaryFixture.use { diary in
            let food = bread()
            diary.catalog.put(food)
            let first = try await diary.add(EntryAmount(foodId: food.id, grams: 50), key: "k")
            diary.catalog.fail(.notFound("food"))
            #expect(try await diary.add(EntryAmount(foodId: food.id, grams: 50), key: "k") == first)
        }
    }

    @Test func `another request under the same key is a conflict`() async throws {
        try await DiaryFixture.use { diary in
            try await diary.add(quick(kcal: 1), key: "k")
            let error = await #expect(throws: ServiceError.self) { try await diary.add(quick(kcal: 2), key: "k") }
            #expect(error?.code == .conflict)
            #expect(try await diary.day().totals.kcal == 1)
        }
    }

    @Test func `keys of two users are independent`() async throws {
        try await DiaryFixture.use { diary in
            let other = UserID.make()
            try await diary.add(quick(kcal: 1), key: "k")
            try await diary.add(quick(kcal: 2), key: "k", as: other)
            #expect(try await diary.day().totals.kcal == 1)
            #expect(try await diary.day(as: other).totals.kcal == 2)
        }
    }

    @Test func `a put under one key takes effect once, even after a later change or removal`() async throws {
        try await DiaryFixture.use { diary in
            let put = DiaryEntriesPut(id: .make(), date: .today, meal: .lunch, amount: quick(kcal: 1))
            let first = try await diary.service.put(put, diary.context(key: "p")).value
            var change = DiaryEntriesUpdate(id: put.id)
            change.kcal = 5
            _ = try await diary.service.update(change, diary.context())
            #expect(try await diary.service.put(put, diary.context(key: "p")).value == first)
            #expect(try await diary.day().totals.kcal == 5)
            _ = try await diary.service.remove(DiaryEntriesRemove(id: put.id), diary.context())
            #expect(try await diary.service.put(put, diary.context(key: "p")).value == first)
            #expect(try await diary.day().totals.kcal == 0)
            var other = put
            other.overwrites = true
            let another = other
            let error = await #expect(throws: ServiceError.self) {
                try await diary.service.put(another, diary.context(key: "p"))
            }
            #expect(error?.code == .conflict)
        }
    }

    @Test func `a move under one key takes effect once, and later moves stay`() async throws {
        try await DiaryFixture.use { diary in
            var ids: [EntryID] = []
            for name in ["A", "B", "C"] { ids.append(try await diary.add(quick(name, kcal: 1)).id) }
            func toTheFront(_ id: EntryID, key: String) async throws -> DiaryEntry {
                var request = DiaryEntriesUpdate(id: id)
                request.position = 0
                return try await diary.service.update(request, diary.context(key: key)).value
            }
            let first = try await toTheFront(ids[2], key: "c")
            _ = try await toTheFront(ids[1], key: "b")
            #expect(try await toTheFront(ids[2], key: "c") == first)
            #expect(try await diary.day().meals[1].entries.map(\.name) == ["B", "C", "A"])
        }
    }

    @Test func `a copy under one key takes effect once, and its reply is the current day`() async throws {
        try await DiaryFixture.use { diary in
            try await diary.add(quick("Soup", kcal: 1))
            let request = DiaryDaysCopy(date: .date(march(11)), from: .date(march(10)))
            let first = try await diary.service.copy(request, diary.context(key: "k"))
            try await diary.add(quick("Tea", kcal: 2), on: march(10))
            try await diary.add(quick("Pie", kcal: 4), on: march(11))
            let again = try await diary.service.copy(request, diary.context(key: "k"))
            #expect(first.meals[1].entries.map(\.name) == ["Soup"])
            #expect(again.meals[1].entries.map(\.name) == ["Soup", "Pie"])
            #expect(try await diary.day(march(11)) == again)
        }
    }

    @Test func `a change and a removal under one key take effect once`() async throws {
        try await DiaryFixture.use { diary in
            let entry = try await diary.add(quick(kcal: 1))
            let change = DiaryEntriesUpdate(id: entry.id, ifVersion: 1, meal: .dinner)
            let first = try await diary.service.update(change, diary.context(key: "u")).value
            let second = try await diary.service.update(change, diary.context(key: "u")).value
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
