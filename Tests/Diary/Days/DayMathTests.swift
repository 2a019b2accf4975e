import Contracts
import Diary
import Testing

@Suite struct DayMathTests {
    private let target = DayTarget(dailyKcal: 2_000, proteinG: 100, fatG: 60, carbohydrateG: 200)

    private func entry(_ kcal: Double, _ meal: Meal, position: Int, proteinG: Double? = nil) -> DiaryEntry {
        DiaryEntry(
            id: .make(),
            date: march(10),
            meal: meal,
            position: position,
            at: "2026-03-10T12:00:00.000Z",
            foodId: nil,
            name: "Soup",
            imageURL: nil,
            grams: nil,
            portion: nil,
            quantity: nil,
            nutrients: Nutrients(kcal: kcal, proteinG: proteinG),
            version: 1
        )
    }

    private func day(_ entries: [DiaryEntry], _ targets: TargetHistory, weekStart: Int = 1) -> DiaryDay {
        DayMath.day(march(10), entries: entries, targets: targets, weekStart: weekStart) { date in
            date <= march(10) ? DayTotal(date: date, nutrients: Nutrients(kcal: 100)) : nil
        }
    }

    @Test func `an empty day has totals of zero and all four meals`() {
        let empty = day([], TargetHistory([]))
        #expect(empty.totals.kcal == 0)
        #expect(empty.totals.saltG == 0)
        #expect(empty.incomplete.isEmpty)
        #expect(empty.target == nil)
        #expect(empty.remaining == nil)
        #expect(empty.meals.map(\.meal) == [.breakfast, .lunch, .dinner, .snack])
        #expect(empty.meals.allSatisfy { $0.entries.isEmpty && $0.totals.proteinG == 0 })
    }

    @Test func `entries are ordered by position within their meal`() {
        let entries = [entry(3, .snack, position: 1), entry(2, .snack, position: 0), entry(1, .lunch, position: 0)]
        let meals = day(entries, TargetHistory([])).meals
        #expect(meals[3].entries.map(\.nutrients.kcal) == [2, 3])
        #expect(meals[3].totals.kcal == 5)
        #expect(meals[1].totals.kcal == 1)
        #expect(meals[0].totals.kcal == 0)
    }

    @Test func `the remainder is target minus totals and can be negative`() {
        let entries = [entry(2_100.5, .dinner, position: 0, proteinG: 30.25)]
        let remaining = day(entries, TargetHistory([.init(from: march(1), target: target)])).remaining
        #expect(remaining?.kcal == -100.5)
        #expect(remaining?.proteinG == 69.75)
        #expect(remaining?.fiberG == nil)
    }

    @Test func `an unknown total gives an unknown remainder`() {
        let entries = [entry(500, .dinner, position: 0)]
        let remaining = day(entries, TargetHistory([.init(from: march(1), target: target)])).remaining
        #expect(remaining?.kcal == 1_500)
        #expect(remaining?.proteinG == nil)
    }

    @Test(arguments: [(1, 9), (2, 10), (3, 4), (7, 8)])
    func `a week begins on the user's weekday`(weekStart: Int, firstDay: Int) {
        let week = day([], TargetHistory([]), weekStart: weekStart).week
        #expect(week.from == march(firstDay))
        #expect(week.kcal == Double(10 - firstDay + 1) * 100)
        #expect(week.targetKcal == nil)
        #expect(week.remaining == nil)
    }

    @Test func `a week's target is the sum of the targets of its days`() {
        let higher = DayTarget(dailyKcal: 2_500, proteinG: 100, fatG: 60, carbohydrateG: 200)
        let targets = TargetHistory([.init(from: march(1), target: target), .init(from: march(12), target: higher)])
        let week = day([], targets).week
        #expect(week.targetKcal == 3 * 2_000 + 4 * 2_500)
        #expect(week.remaining == 15_800)
    }

    @Test func `the newest begun target is in force, and the first one for earlier days`() {
        let higher = DayTarget(dailyKcal: 2_500, proteinG: 1, fatG: 1, carbohydrateG: 1)
        let targets = TargetHistory([.init(from: march(12), target: higher), .init(from: march(5), target: target)])
        #expect(targets.target(on: march(1)) == target)
        #expect(targets.target(on: march(5)) == target)
        #expect(targets.target(on: march(11)) == target)
        #expect(targets.target(on: march(12)) == higher)
        #expect(targets.target(on: march(31)) == higher)
        #expect(TargetHistory([]).target(on: march(1)) == nil)
    }

    @Test func `a week has the sum of every nutrient and names incomplete ones`() {
        let targets = TargetHistory([.init(from: march(1), target: target)])
        let week = DayMath.day(march(10), entries: [], targets: targets, weekStart: 1) { date in
            switch date {
            case march(9):
                DayTotal(
                    date: date,
                    nutrients: Nutrients(kcal: 900, proteinG: 40.1, fiberG: 9.5),
                    unknown: NutrientSet(.sugar)
                )
            case march(15):
                DayTotal(
                    date: date,
                    nutrients: Nutrients(kcal: 100, proteinG: 2.2),
                    unknown: NutrientSet(.fiber, .sugar)
                )
            default: nil
            }
        }.week
        #expect(week.totals == Nutrients(kcal: 1_000, proteinG: 42.3, fiberG: 9.5))
        #expect(week.incomplete == ["fiberG", "sugarG"])
        #expect(week.target == DayTarget(dailyKcal: 14_000, proteinG: 700, fatG: 420, carbohydrateG: 1_400))
        #expect(week.remaining == 13_000)
        #expect(week.remainingNutrients == Nutrients(kcal: 13_000, proteinG: 657.7))
    }
}
