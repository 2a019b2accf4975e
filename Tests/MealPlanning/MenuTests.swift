import Contracts
import MealPlanning
import SeededRandom
import Testing

/// Properties of menus that fit.
@Suite(.enabled(if: PlanSolver.isAvailable), .timeLimit(.minutes(5)))
struct MenuTests {
    @Test(arguments: [1, 2, 3, 4])
    func `random weeks of common foods meet every target`(seed: Int) throws {
        var people = SeededGenerator(seed: seed)
        let starter = try StarterFoods()
        for _ in 0..<4 {
            let target = try people.target()
            let count = Int.random(in: 80...PlanLimits.candidatesMax, using: &people)
            let foods = starter.some(count, using: &people)
            let menu = try plan(CalculatorPlan(days: 7, targets: [target], candidates: foods, seed: Int(seed)))
            #expect(menu.fits, "\(target) of \(count) foods: \(menu.reasons)")
            #expect(menu.days.map(\.day) == Array(1...7))
            for day in menu.days {
                #expect(day.fits)
                expectMet(day, target)
                expectSums(day)
                expectNatural(day, foods)
            }
        }
    }

    /// Checks the target against sums computed from the items, not against the menu's own totals.
    private func expectMet(_ day: PlannedDay, _ target: PlanTarget) {
        func sum(_ amount: (PlanNutrients) -> Double) -> Double { day.items.reduce(0) { $0 + amount($1.nutrients) } }
        #expect(abs(sum(\.kcal) / target.dailyKcal - 1) <= 0.03 + 1e-9)
        for (total, wanted) in [
            (sum(\.proteinG), target.proteinG), (sum(\.fatG), target.fatG),
            (sum(\.carbohydrateG), target.carbohydrateG),
        ] {
            #expect(abs(total / (wanted ?? total) - 1) <= 0.1 + 1e-9, "\(day)")
        }
    }

    private func expectSums(_ day: PlannedDay) {
        let kcal = day.items.reduce(0) { $0 + $1.nutrients.kcal }
        #expect(abs(day.totals.kcal - kcal) < 0.01)
        #expect(abs((day.deviations.kcalPercent ?? 99) - (kcal / day.target.dailyKcal - 1) * 100) < 0.011)
        #expect(abs(day.meals.reduce(0) { $0 + $1.targetKcal } - day.target.dailyKcal) < 0.05)
        for meal in day.meals {
            #expect(!meal.items.isEmpty)
            #expect(meal.items.count <= 5)
            #expect(abs(meal.totals.kcal - meal.items.reduce(0) { $0 + $1.nutrients.kcal }) < 0.01)
            #expect(abs(meal.totals.kcal / meal.targetKcal - 1) <= 0.31, "\(meal)")
        }
    }

    /// Checks that each item is a whole multiple of a portion, in a suitable meal, with the nutrients of its mass.
    private func expectNatural(_ day: PlannedDay, _ foods: [PlanCandidate]) {
        for meal in day.meals {
            for item in meal.items {
                guard let food = foods.first(where: { $0.foodId == item.foodId }) else {
                    Issue.record("\(item.name) is none of the foods.")
                    continue
                }
                let portion = food.portions.first { $0.name == item.portion }
                #expect((1...3).contains(item.quantity))
                #expect(abs(item.grams - (portion?.grams ?? 0) * Double(item.quantity)) < 0.01)
                for amount in [\PlanNutrients.kcal, \.proteinG, \.fatG, \.carbohydrateG] {
                    let expected = food.per100G[keyPath: amount] * item.grams / 100
                    #expect(abs(item.nutrients[keyPath: amount] - expected) < 0.006)
                }
                #expect(food.meals?.contains(meal.meal) ?? true)
            }
        }
        #expect(Set(day.items.map(\.foodId)).count == day.items.count)
    }

    @Test func `a week has no food on consecutive days, and none more than twice`() throws {
        var people = SeededGenerator(seed: 5)
        let foods = try StarterFoods().some(120, using: &people)
        let menu = try plan(CalculatorPlan(days: 7, targets: [.usual], candidates: foods))
        #expect(menu.fits)
        #expect(menu.codes.isEmpty)
        let uses = Dictionary(grouping: menu.items, by: \.foodId).mapValues(\.count)
        #expect(uses.values.allSatisfy { $0 <= 2 })
        for (day, next) in zip(menu.days, menu.days.dropFirst()) {
            #expect(Set(day.items.map(\.foodId)).isDisjoint(with: next.items.map(\.foodId)))
        }
        for day in menu.days {
            let categories = day.items.compactMap { item in foods.first { $0.foodId == item.foodId }?.category }
            #expect(Dictionary(grouping: categories) { $0 }.values.allSatisfy { $0.count <= 2 })
        }
    }

    @Test func `the same seed gives the same menu, another seed a different one`() throws {
        var people = SeededGenerator(seed: 6)
        let foods = try StarterFoods().some(200, using: &people)
        func menu(_ seed: Int?) throws -> MealPlan {
            try plan(CalculatorPlan(days: 2, targets: [.usual], candidates: foods, seed: seed))
        }
        let first = try menu(1)
        #expect(try menu(1) == first)
        let other = try menu(2)
        #expect(Set(other.items.map(\.foodId)) != Set(first.items.map(\.foodId)))
        #expect(try menu(0) == menu(nil))
    }

    @Test func `each day may have its own target, with open macronutrients`() throws {
        var people = SeededGenerator(seed: 7)
        let foods = try StarterFoods().some(200, using: &people)
        let targets = [PlanTarget(dailyKcal: 1_500), PlanTarget(dailyKcal: 2_500, proteinG: 150)]
        let menu = try plan(CalculatorPlan(days: 2, targets: targets, candidates: foods))
        #expect(menu.fits)
        #expect(menu.days.map(\.target) == targets)
        #expect(abs(menu.days[0].totals.kcal - 1_500) <= 45)
        #expect(menu.days[0].deviations.proteinPercent == nil)
        #expect(abs(menu.days[1].totals.proteinG - 150) <= 15)
    }

    @Test func `a menu has the requested meals with their shares`() throws {
        var people = SeededGenerator(seed: 8)
        let foods = try StarterFoods().some(200, using: &people)
        let meals = [MealShare(.dinner, percent: 60), MealShare(.breakfast, percent: 40)]
        let menu = try plan(CalculatorPlan(days: 1, targets: [.usual], meals: meals, candidates: foods))
        #expect(menu.fits)
        #expect(menu.days[0].meals.map(\.meal) == [.dinner, .breakfast])
        #expect(menu.days[0].meals.map(\.targetKcal) == [960, 640])
    }

    @Test func `a menu uses one portion size per food`() throws {
        let portions = [Portion(name: "1 slice", grams: 25), Portion(name: "1 loaf", grams: 500)]
        let foods = (0..<12).map { number -> PlanCandidate in
            var food = someFood("Food \(number)", 200, protein: 10, fat: 8, carbohydrate: 22)
            food.portions = portions
            return food
        }
        let target = PlanTarget(dailyKcal: 2_000, proteinG: 100, fatG: 80, carbohydrateG: 220)
        let menu = try plan(CalculatorPlan(days: 1, targets: [target], candidates: foods))
        #expect(!menu.items.isEmpty)
        for item in menu.items {
            let portion = portions.first { $0.name == item.portion }
            #expect(item.grams == (portion?.grams ?? 0) * Double(item.quantity))
        }
        #expect(Set(menu.items.map(\.foodId)).count == menu.items.count)
    }
}
