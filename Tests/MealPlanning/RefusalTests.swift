import Contracts
import MealPlanning
import SeededRandom
import Testing

/// Reasons for menus that do not fit.
@Suite(.enabled(if: PlanSolver.isAvailable), .timeLimit(.minutes(5)))
struct RefusalTests {
    private func reason(_ menu: MealPlan, _ code: PlanReason.Code) throws -> PlanReason {
        try #require(menu.reasons.first { $0.code == code }, "\(menu.reasons)")
    }

    @Test func `a protein target with only fat as food returns the closest menu`() throws {
        let foods = (0..<30).map { someFood("Oil \($0)", 884, fat: 100, grams: 15) }
        let menu = try plan(CalculatorPlan(days: 1, targets: [.usual], candidates: foods))
        #expect(!menu.fits && !menu.days[0].fits)
        #expect(try reason(menu, .outOfReach).params == ["day": "1"])
        let missed = menu.reasons.filter { $0.code == .targetMissed }
        let protein = try #require(missed.first { $0.params["nutrient"] == "protein" })
        #expect(protein.params["target"] == "100.0")
        #expect(protein.params["reached"] == "0.0")
        #expect(protein.params["percent"] == "-100.0")
        #expect(missed.contains { $0.params["nutrient"] == "carbohydrate" })
        #expect(!menu.items.isEmpty)
        #expect(menu.days[0].deviations.proteinPercent == -100)
        #expect(try reason(menu, .foodsLeft).params == ["left": "30"])
    }

    @Test func `a contradictory target is named`() throws {
        var people = SeededGenerator(seed: 31)
        let foods = try StarterFoods().some(150, using: &people)
        let target = PlanTarget(dailyKcal: 1_500, proteinG: 300, fatG: 100, carbohydrateG: 300)
        let menu = try plan(CalculatorPlan(days: 2, targets: [target], candidates: foods))
        #expect(!menu.fits)
        let contradiction = try reason(menu, .targetContradictory)
        #expect(contradiction.params == ["macrosKcal": "3300.0", "dailyKcal": "1500.0"])
        #expect(menu.reasons.filter { $0.code == .outOfReach }.map(\.params) == [["day": "1"], ["day": "2"]])
    }

    @Test func `too few foods are named as the reason`() throws {
        let foods = [
            someFood("Rice", 130, protein: 2.7, fat: 0.3, carbohydrate: 28),
            someFood("Chicken", 165, protein: 31, fat: 3.6),
            someFood("Nuts", 600, protein: 20, fat: 50, allergens: ["nuts"]),
        ]
        let request = CalculatorPlan(days: 1, targets: [.usual], candidates: foods, excludedAllergens: ["nuts"])
        let menu = try plan(request)
        #expect(!menu.fits)
        #expect(try reason(menu, .foodsLeft).params == ["left": "2", "allergens": "1"])
        #expect(menu.items.allSatisfy { $0.name != "Nuts" })
    }

    @Test func `a request without foods gives an empty menu that does not fit`() throws {
        let menu = try plan(CalculatorPlan(days: 2, targets: [.usual], candidates: []))
        #expect(!menu.fits)
        #expect(menu.days.count == 2)
        #expect(menu.items.isEmpty)
        #expect(try reason(menu, .foodsLeft).params == ["left": "0"])
        #expect(menu.reasons.filter { $0.code == .mealWithoutFood }.count == 4)
    }

    @Test func `a meal without a suitable food stays empty and is named`() throws {
        var people = SeededGenerator(seed: 32)
        let foods = try StarterFoods().all.filter { $0.meals?.contains(.snack) == false }.shuffled(using: &people)
        let menu = try plan(CalculatorPlan(days: 1, targets: [.usual], candidates: Array(foods.prefix(200))))
        #expect(!menu.fits)
        #expect(try reason(menu, .mealWithoutFood).params == ["meal": "snack"])
        #expect(menu.days[0].meals.first { $0.meal == .snack }?.items.isEmpty == true)
        #expect(menu.days[0].meals.filter { !$0.items.isEmpty }.count == 3)
    }

    @Test func `a week with few foods repeats them and names the reason`() throws {
        var people = SeededGenerator(seed: 33)
        let foods = try StarterFoods().some(24, using: &people)
        let menu = try plan(CalculatorPlan(days: 7, targets: [PlanTarget(dailyKcal: 1_800)], candidates: foods))
        #expect(menu.fits)
        #expect(menu.codes.contains(.varietyRelaxed))
        let uses = Dictionary(grouping: menu.items, by: \.foodId).mapValues(\.count)
        #expect(uses.values.contains { $0 > 2 })
    }

    @Test func `a meal above its share is named`() throws {
        // The only food for the snack has one portion, with twice the snack's share of energy.
        let snack = someFood("Cake", 320, protein: 20, fat: 10, carbohydrate: 36, meals: [.snack])
        let rest = (0..<12).map {
            someFood("Food \($0)", 160, protein: 10, fat: 5, carbohydrate: 18, meals: [.breakfast, .lunch, .dinner])
        }
        let menu = try plan(CalculatorPlan(days: 1, targets: [.usual], candidates: [snack] + rest))
        #expect(menu.fits, "\(menu.reasons)")
        let relaxed = try reason(menu, .mealShareRelaxed)
        #expect(relaxed.params == ["day": "1", "meal": "snack", "targetKcal": "160.0", "kcal": "320.0"])
    }
}
