import Calendar
import Contracts
import Diary
import Testing

@Suite struct ChangeEntryTests {
    /// Runs the body with a diary that has one slice of bread at lunch.
    private func withSlice(_ body: (DiaryFixture, DiaryEntry) async throws -> Void) async throws {
        try await DiaryFixture.use { diary in
            let food = bread()
            diary.catalog.put(food)
            try await body(diary, try await diary.add(EntryAmount(foodId: food.id, portion: "slice")))
        }
    }

    private func update(
        _ diary: DiaryFixture,
        _ id: EntryID,
        ifVersion: Int? = nil,
        as user: UserID? = nil,
        _ change: (inout DiaryEntriesUpdate) -> Void
    ) async throws -> DiaryEntry {
        var request = DiaryEntriesUpdate(id: id, ifVersion: ifVersion)
        change(&request)
        return try await diary.service.update(request.checked(), diary.context(user)).value
    }

    @Test func `a new weight scales the nutrients of 100 g, not rounded amounts`() async throws {
        try await withSlice { diary, slice in
            let pinch = try await update(diary, slice.id) { $0.grams = 0.1 }
            #expect(pinch.nutrients.kcal == 0.26)
            let back = try await update(diary, slice.id) { $0.grams = 10_000 }
            #expect(back.nutrients.kcal == 25_900)
            #expect((back.portion, back.quantity, back.grams) == (nil, nil, 10_000))
            #expect(back.version == 3)
            #expect(try await diary.day().totals.kcal == 25_900)
        }
    }

    @Test func `a new quantity uses the logged portion, even if the food has changed`() async throws {
        try await DiaryFixture.use { diary in
            var food = bread()
            diary.catalog.put(food)
            let slice = try await diary.add(EntryAmount(foodId: food.id, portion: "slice"))
            food.portions = [Portion(name: "slice", grams: 40)]
            food.kcal = 1
            diary.catalog.put(food)
            try await diary.add(EntryAmount(foodId: food.id, portion: "slice"), on: march(11))
            let changed = try await update(diary, slice.id) { $0.quantity = 2 }
            #expect((changed.grams, changed.nutrients.kcal) == (66, 170.94))
        }
    }

    @Test func `another portion is looked up in the food`() async throws {
        try await withSlice { diary, slice in
            diary.catalog.fail(ServiceError(.unavailable, "away"))
            let loaf = try await update(diary, slice.id) { ($0.portion, $0.quantity) = ("loaf", 0.5) }
            #expect((loaf.portion, loaf.quantity, loaf.grams) == ("loaf", 0.5, 350))
            let error = await #expect(throws: ServiceError.self) {
                try await update(diary, slice.id) { $0.portion = "cup" }
            }
            #expect(error?.details.first?.params["portions"] == "slice; loaf")
        }
    }

    @Test func `a quantity of an entry by weight needs a portion`() async throws {
        try await withSlice { diary, slice in
            _ = try await update(diary, slice.id) { $0.grams = 50 }
            let error = await #expect(throws: ServiceError.self) {
                try await update(diary, slice.id) { $0.quantity = 2 }
            }
            #expect(error?.details.map(\.field) == ["portion"])
        }
    }

    @Test func `only bare energy can change name and energy, and only a food its weight`() async throws {
        try await withSlice { diary, slice in
            let refused = await #expect(throws: ServiceError.self) {
                try await update(diary, slice.id) { ($0.name, $0.kcal) = ("Cake", 1) }
            }
            #expect(refused?.details.map(\.field) == ["name", "kcal"])
            let soup = try await diary.add(quick(kcal: 100, proteinG: 7))
            let changed = try await update(diary, soup.id) { ($0.name, $0.kcal) = ("Borscht", 120.555) }
            #expect((changed.name, changed.nutrients.kcal, changed.nutrients.proteinG) == ("Borscht", 120.56, 7))
            let weight = await #expect(throws: ServiceError.self) { try await update(diary, soup.id) { $0.grams = 5 } }
            #expect(weight?.details.map(\.field) == ["grams"])
        }
    }

    @Test func `values outside their ranges are refused`() async throws {
        try await withSlice { diary, slice in
            let error = await #expect(throws: ServiceError.self) {
                try await update(diary, slice.id) { ($0.grams, $0.kcal, $0.name) = (0, -1, "") }
            }
            #expect(error?.details.map(\.field) == ["grams", "name", "kcal"])
        }
    }

    @Test func `an entry moved to another day becomes the last of its meal, and both totals follow`() async throws {
        try await withSlice { diary, slice in
            try await diary.add(quick(kcal: 10), on: march(11), meal: .dinner)
            let moved = try await update(diary, slice.id) { ($0.date, $0.meal) = (.date(march(11)), .dinner) }
            #expect((moved.date, moved.meal, moved.position) == (march(11), .dinner, 1))
            #expect(try await diary.day().totals.kcal == 0)
            let day = try await diary.day(march(11))
            #expect(day.totals.kcal == 95.47)
            #expect(day.week.kcal == 95.47)
            #expect(day.meals[2].entries.map(\.id).last == slice.id)
        }
    }

    @Test func `an empty change has no effect`() async throws {
        try await withSlice { diary, slice in
            let same = try await update(diary, slice.id) { _ in }
            #expect(same == slice)
            #expect(try await diary.published().count == 1)
        }
    }

    @Test func `a change with an outdated version is refused with the stored entry`() async throws {
        try await withSlice { diary, slice in
            _ = try await update(diary, slice.id, ifVersion: 1) { $0.grams = 10 }
            let change = await #expect(throws: ServiceError.self) {
                try await update(diary, slice.id, ifVersion: 1) { $0.grams = 20 }
            }
            #expect(change?.code == .versionMismatch)
            #expect(change?.params["currentVersion"] == "2")
            let stored = try await diary.day().meals[1].entries[0]
            #expect(stored.grams == 10)
            #expect(try change?.current?.decode(DiaryEntry.self) == stored)
            let removal = await #expect(throws: ServiceError.self) {
                try await diary.service.remove(DiaryEntriesRemove(id: slice.id, ifVersion: 1), diary.context())
            }
            #expect(removal?.code == .versionMismatch)
            #expect(try removal?.current?.decode(DiaryEntry.self) == stored)
            _ = try await diary.service.remove(DiaryEntriesRemove(id: slice.id, ifVersion: 2), diary.context())
            #expect(try await diary.day().totals.kcal == 0)
        }
    }

    @Test func `the entry of another user is not found`() async throws {
        try await withSlice { diary, slice in
            let stranger = UserID.make()
            let change = await #expect(throws: ServiceError.self) {
                try await update(diary, slice.id, as: stranger) { $0.grams = 1 }
            }
            #expect(change == .notFound("entry"))
            let removal = await #expect(throws: ServiceError.self) {
                try await diary.service.remove(DiaryEntriesRemove(id: slice.id, ifVersion: 9), diary.context(stranger))
            }
            #expect(removal == .notFound("entry"))
            let day = try await diary.day()
            #expect(day.meals[1].entries == [slice])
            #expect(try await diary.day(as: stranger).totals.kcal == 0)
        }
    }
}
