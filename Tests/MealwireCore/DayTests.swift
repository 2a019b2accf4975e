import MealwireCore
import Testing

struct DayTests {
    private static func entry(_ id: String, _ meal: Meal, _ nutrients: Nutrients) -> DiarySync.ShownEntry {
        .init(
            id: id,
            content: SyncScript.content(grams: 10, meal: meal),
            preview: EntryPreview(name: id, nutrients: nutrients),
            position: 0,
            status: .confirmed
        )
    }

    private static func sums(_ entries: [DiarySync.ShownEntry], target: DayTarget? = nil) -> DaySums {
        DaySums(DayContents(date: "2026-11-23", entries: entries, waterMl: 0, target: target))
    }

    @Test func `an empty day adds up to zero`() {
        let sums = Self.sums([])
        #expect(sums.totals == Nutrients.sum(of: []))
        #expect(sums.totals.proteinG == 0)
        #expect(sums.meals.map(\.meal) == Meal.allCases)
        #expect(sums.remaining == nil)
        #expect(sums.incomplete.isEmpty)
    }

    @Test func `a nutrient that some entries lack is incomplete`() {
        let sums = Self.sums([
            Self.entry("a", .lunch, Nutrients(kcal: 100.005, proteinG: 1.004)),
            Self.entry("b", .lunch, Nutrients(kcal: 50)),
        ])
        #expect(sums.totals.proteinG == 1)
        #expect(sums.totals.fatG == nil)
        #expect(sums.incomplete == ["proteinG", "fatG", "carbohydrateG", "fiberG", "sugarG", "saltG"])
        #expect(sums.meals[1].entries == ["a", "b"])
    }

    @Test func `what remains is negative above the target`() {
        let target = DayTarget(dailyKcal: 100, proteinG: 10, fatG: 5, carbohydrateG: 5)
        let sums = Self.sums([Self.entry("a", .snack, Nutrients(kcal: 150, proteinG: 4))], target: target)
        #expect(sums.remaining == Nutrients(kcal: -50, proteinG: 6))
    }

    @Test func `a removal can be undone until the next action after eight seconds`() {
        var state = Day.State()
        _ = Day.reduce(&state, .show(.init(date: "2026-11-23", now: 0)))
        let entry = Self.entry("a", .lunch, Nutrients(kcal: 1))
        _ = Day.reduce(&state, .loaded(.init(date: "2026-11-23", entries: [entry], waterMl: 0)))
        #expect(Day.reduce(&state, .remove(.init(id: "a", now: 1_000))) == [.remove(.init(id: "a"))])
        _ = Day.reduce(&state, .drink(.init(ml: 1, now: 8_999)))
        #expect(state.undo?.entry == entry)
        _ = Day.reduce(&state, .drink(.init(ml: 1, now: 9_000)))
        #expect(state.undo == nil)
        #expect(Day.reduce(&state, .undo) == [])
    }
}
