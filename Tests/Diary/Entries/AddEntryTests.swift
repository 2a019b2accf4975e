import Calendar
import Contracts
import Diary
import Testing

@Suite struct AddEntryTests {
    @Test func `an entry by weight has the nutrients of its food`() async throws {
        try await DiaryFixture.use { diary in
            let food = bread()
            diary.catalog.put(food)
            let entry = try await diary.add(EntryAmount(foodId: food.id, grams: 66))
            #expect(entry.foodId == food.id)
            #expect(entry.name == "Rye bread")
            #expect(entry.imageURL == food.imageURL)
            #expect(entry.grams == 66)
            #expect(entry.portion == nil)
            #expect(entry.nutrients.kcal == 170.94)
            #expect(entry.nutrients.sugarG == nil)
            #expect(entry.at == "2026-03-10T12:00:00.000Z")
            #expect(entry.version == 1)
            #expect(try await diary.day().meals[1].entries == [entry])
        }
    }

    @Test func `an entry by portion has the weight of the portion`() async throws {
        try await DiaryFixture.use { diary in
            let food = bread()
            diary.catalog.put(food)
            let one = try await diary.add(EntryAmount(foodId: food.id, portion: "slice"))
            #expect((one.portion, one.quantity, one.grams) == ("slice", 1, 33))
            let some = try await diary.add(EntryAmount(foodId: food.id, portion: "slice", quantity: 2.5))
            #expect((some.quantity, some.grams) == (2.5, 82.5))
            #expect(some.nutrients.kcal == 213.68)
        }
    }

    @Test func `an unknown portion is refused with the names of the food's portions`() async throws {
        try await DiaryFixture.use { diary in
            let food = bread()
            diary.catalog.put(food)
            let error = await #expect(throws: ServiceError.self) {
                try await diary.add(EntryAmount(foodId: food.id, portion: "cup"))
            }
            #expect(error?.code == .invalid)
            #expect(error?.details.first?.field == "portion")
            #expect(error?.details.first?.params["portions"] == "slice; loaf")
        }
    }

    @Test func `a quantity above the maximum weight is refused`() async throws {
        try await DiaryFixture.use { diary in
            let food = bread()
            diary.catalog.put(food)
            let error = await #expect(throws: ServiceError.self) {
                try await diary.add(EntryAmount(foodId: food.id, portion: "loaf", quantity: 15))
            }
            #expect(error?.details.map(\.field) == ["quantity"])
        }
    }

    @Test func `an entry of bare energy has no weight`() async throws {
        try await DiaryFixture.use { diary in
            let entry = try await diary.add(quick("Grandmother's soup", kcal: 250.126, proteinG: 12))
            #expect((entry.foodId, entry.grams) == (nil, nil))
            #expect(entry.nutrients == Nutrients(kcal: 250.13, proteinG: 12))
            #expect(try await diary.day().meals[1].entries == [entry])
        }
    }

    @Test func `a new entry is the last of its meal`() async throws {
        try await DiaryFixture.use { diary in
            var positions: [Int] = []
            for meal in [Meal.lunch, .lunch, .dinner, .lunch] {
                positions.append(try await diary.add(quick(kcal: 1), meal: meal).position)
            }
            #expect(positions == [0, 1, 0, 2])
            #expect(try await diary.add(quick(kcal: 1), on: march(11)).position == 0)
        }
    }

    @Test func `a client can choose the id of an entry only once`() async throws {
        try await DiaryFixture.use { diary in
            let id = EntryID.make()
            let entry = try await diary.add(quick(kcal: 1), id: id)
            #expect(entry.id == id)
            let error = await #expect(throws: ServiceError.self) { try await diary.add(quick(kcal: 2), id: id) }
            #expect(error?.code == .conflict)
            #expect(try await diary.day().totals.kcal == 1)
            // The id of one user's entry stays available to others, so that errors do not reveal ids.
            #expect(try await diary.add(quick(kcal: 3), id: id, as: .make()).id == id)
        }
    }

    @Test func `a removed entry cannot be created again under its id`() async throws {
        try await DiaryFixture.use { diary in
            let id = EntryID.make()
            try await diary.add(quick(kcal: 1), id: id, key: "first")
            _ = try await diary.service.remove(DiaryEntriesRemove(id: id), diary.context())
            let error = await #expect(throws: ServiceError.self) { try await diary.add(quick(kcal: 2), id: id) }
            #expect(error?.code == .conflict)
            // A repetition of the first request returns the stored reply and adds nothing.
            #expect(try await diary.add(quick(kcal: 1), id: id, key: "first").version == 1)
            #expect(try await diary.day().totals.kcal == 0)
            // Removals of another user do not matter.
            #expect(try await diary.add(quick(kcal: 3), id: id, as: .make()).version == 1)
        }
    }

    @Test func `an unauthenticated request is refused`() async throws {
        try await DiaryFixture.use { diary in
            let request = DiaryEntriesAdd(date: .today, meal: .lunch, amount: quick(kcal: 1))
            let error = await #expect(throws: ServiceError.self) { try await diary.service.add(request, .own()) }
            #expect(error?.code == .unauthenticated)
        }
    }

    @Test func `an entry above the maximum of a day is refused`() async throws {
        try await DiaryFixture.use { diary in
            for _ in 0..<EntryLimits.entriesPerDayMax { try await diary.add(quick(kcal: 1)) }
            let error = await #expect(throws: ServiceError.self) { try await diary.add(quick(kcal: 1)) }
            #expect(error?.details.map(\.field) == ["date"])
            #expect(try await diary.day().totals.kcal == Double(EntryLimits.entriesPerDayMax))
            try await diary.add(quick(kcal: 1), on: march(11))
        }
    }
}
