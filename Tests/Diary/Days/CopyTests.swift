import Calendar
import Contracts
import Diary
import Testing

/// Copies of days and meals.
@Suite(.timeLimit(.minutes(5)))
struct CopyTests {
    private func copy(
        _ diary: DiaryFixture,
        from: Int,
        to: Int,
        meals: [Meal]? = nil,
        key: String? = nil
    ) async throws -> DiaryDay {
        let request = DiaryDaysCopy(date: .date(march(to)), from: .date(march(from)), meals: meals)
        return try await diary.service.copy(request, diary.context(key: key))
    }

    private func names(_ day: DiaryDay) -> [Meal: [String]] {
        let pairs = day.meals.map { ($0.meal, $0.entries.map(\.name)) }
        return Dictionary(uniqueKeysWithValues: pairs.filter { !$0.1.isEmpty })
    }

    /// Runs the body with a day that has bread and soup for lunch and a pie for dinner.
    private func withDay(_ body: (DiaryFixture, Food) async throws -> Void) async throws {
        try await DiaryFixture.use { diary in
            let food = bread()
            diary.catalog.put(food)
            try await diary.add(EntryAmount(foodId: food.id, portion: "slice", quantity: 2))
            try await diary.add(quick("Soup", kcal: 100, proteinG: 5))
            try await diary.add(quick("Pie", kcal: 400), meal: .dinner)
            try await body(diary, food)
        }
    }

    @Test func `a copied day has the same meals, amounts and nutrients, after existing entries`() async throws {
        try await withDay { diary, food in
            try await diary.add(quick("Tea", kcal: 2), on: march(11))
            var changed = food
            changed.kcal = 1
            diary.catalog.put(changed)
            let source = try await diary.day()
            let day = try await copy(diary, from: 10, to: 11)
            #expect(names(day) == [.lunch: ["Tea", "Rye bread", "Soup"], .dinner: ["Pie"]])
            #expect(day.meals[1].entries.map(\.position) == [0, 1, 2])
            #expect(day.totals.kcal == (source.totals.kcal + 2).inHundredths)
            for (copied, original) in zip(day.meals[1].entries.dropFirst(), source.meals[1].entries) {
                #expect(copied.id != original.id)
                #expect((copied.grams, copied.portion) == (original.grams, original.portion))
                #expect(copied.nutrients == original.nutrients)
            }
            #expect(try await diary.day().meals == source.meals)
            #expect(try await diary.published().last?.entries == 4)
            let all = source.meals.flatMap(\.entries) + day.meals.flatMap(\.entries)
            #expect(try await FoodUseRecomputation.stored(in: diary) == FoodUseRecomputation(all).uses)
        }
    }

    @Test func `the amount of a copied entry can be changed`() async throws {
        try await withDay { diary, _ in
            let copied = try await copy(diary, from: 10, to: 12).meals[1].entries[0]
            var request = DiaryEntriesUpdate(id: copied.id)
            request.quantity = 1
            let changed = try await diary.service.update(request, diary.context()).value
            #expect((changed.grams, changed.nutrients.kcal) == (33, 85.47))
        }
    }

    @Test func `single meals are copied, once per key`() async throws {
        try await withDay { diary, _ in
            let first = try await copy(diary, from: 10, to: 9, meals: [.dinner, .snack], key: "k")
            #expect(names(first) == [.dinner: ["Pie"]])
            #expect(try await copy(diary, from: 10, to: 9, meals: [.dinner, .snack], key: "k") == first)
            #expect(names(try await copy(diary, from: 10, to: 9, meals: [.dinner])) == [.dinner: ["Pie", "Pie"]])
        }
    }

    @Test func `copying nothing, onto the same day, or too many entries is refused`() async throws {
        try await withDay { diary, _ in
            let nothing = await #expect(throws: ServiceError.self) { try await copy(diary, from: 9, to: 11) }
            #expect(nothing?.code == .conflict)
            let noMeal = await #expect(throws: ServiceError.self) {
                try await copy(diary, from: 10, to: 11, meals: [.snack])
            }
            #expect(noMeal?.code == .conflict)
            let itself = await #expect(throws: ServiceError.self) { try await copy(diary, from: 10, to: 10) }
            #expect(itself?.details.map(\.field) == ["from"])
            for _ in 0..<498 { try await diary.add(quick(kcal: 1), on: march(11)) }
            let full = await #expect(throws: ServiceError.self) { try await copy(diary, from: 10, to: 11) }
            #expect(full?.details.map(\.field) == ["date"])
            #expect(try await diary.day(march(11)).totals.kcal == 498)
        }
    }
}
