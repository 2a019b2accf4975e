import Contracts
import MealPlanning
import MenuArithmetic
import SeededRandom
import Testing

/// Foods that can replace a dish.
@Suite(.timeLimit(.minutes(5)))
struct AlternativeTests {
    /// Returns a day with one dish for each food, one portion each, at lunch.
    private func day(_ foods: [PlanCandidate], _ target: PlanTarget) -> PlannedDay {
        let items = foods.map {
            PlannedItem($0.foodId, name: $0.name, portion: $0.portions[0], quantity: 1, per100G: $0.per100G)
        }
        let meal = PlannedMeal(.lunch, targetKcal: target.dailyKcal, items: items)
        return PlannedDay(day: 1, target: target, meals: [meal])
    }

    private func alternatives(
        _ day: PlannedDay,
        _ foodId: FoodID,
        categories: [String] = [],
        _ candidates: [PlanCandidate],
        allergens: [String]? = nil,
        dislikes: [String]? = nil,
        limit: Int = 10
    ) throws -> [PlanAlternative] {
        let request = CalculatorAlternatives(
            day: day,
            foodId: foodId,
            categories: categories,
            candidates: candidates,
            excludedAllergens: allergens,
            dislikes: dislikes,
            limit: limit
        )
        return try DishAlternatives.alternatives(to: request.checked()).items
    }

    @Test func `the closest food that meets the target comes first, in its best amount`() throws {
        let (rice, fish) = (someFood("Rice", 200), someFood("Fish", 300))
        let day = day([rice, fish], PlanTarget(dailyKcal: 500))
        #expect(day.fits)
        let candidates = [
            someFood("Far", 900), someFood("Near", 310), someFood("Half", 100), someFood("Exact", 300), fish,
        ]
        let found = try alternatives(day, fish.foodId, candidates)
        #expect(found.count == 4)
        #expect(Set(found.prefix(2).map(\.dish.name)) == ["Exact", "Half"])
        #expect(found.map(\.fits) == [true, true, true, false])
        #expect(found.first { $0.dish.name == "Half" }?.dish.quantity == 3)
        #expect(found.first?.totals.kcal == 500)
        #expect(found.last?.deviations.kcalPercent == 120)
        #expect(try alternatives(day, fish.foodId, candidates, limit: 1).count == 1)
    }

    @Test func `foods of another meal, of a full category, with allergens and disliked ones are left out`() throws {
        let dish = someFood("Dish", 500)
        let day = day([dish], PlanTarget(dailyKcal: 500))
        let candidates = [
            someFood("Porridge", 500, meals: [.breakfast]), someFood("Bread", 500, category: "Bread"),
            someFood("Cheese", 500, allergens: ["milk"]), someFood("Stew", 500, allergens: nil),
            someFood("Liver", 500), someFood("Soup", 500, category: "Soups"),
        ]
        let found = try alternatives(
            day,
            dish.foodId,
            categories: ["Bread", "Bread", "Soups"],
            candidates,
            allergens: ["milk"],
            dislikes: ["liver"]
        )
        #expect(found.map(\.dish.name) == ["Soup"])
    }

    @Test func `a day without the dish is refused`() throws {
        let day = day([someFood("Dish", 500)], PlanTarget(dailyKcal: 500))
        let error = #expect(throws: ServiceError.self) { try alternatives(day, .make(), []) }
        #expect(error?.details.map(\.field) == ["foodId"])
    }

    @Test(.enabled(if: PlanSolver.isAvailable), arguments: [1, 2, 3])
    func `dishes of a real menu have alternatives with which the day still fits`(seed: Int) throws {
        var people = SeededGenerator(seed: seed)
        let foods = try StarterFoods().some(300, using: &people)
        let menu = try plan(CalculatorPlan(days: 2, targets: [.usual], candidates: foods, seed: seed))
        try #require(menu.fits)
        let used = Set(menu.items.map(\.foodId))
        let others = foods.filter { !used.contains($0.foodId) }
        var (dishes, fitting) = (0, 0)
        for day in menu.days {
            for item in day.items {
                dishes += 1
                let found = try alternatives(day, item.foodId, others)
                guard let best = found.first, best.fits else { continue }
                fitting += 1
                let changed = day.replacing(item.foodId, with: best.dish)
                #expect(changed.fits)
                #expect((changed.totals, changed.deviations) == (best.totals, best.deviations))
                #expect(changed.dish(of: item.foodId) == nil)
            }
        }
        #expect(fitting * 2 >= dishes, "\(fitting) of \(dishes)")
    }

    @Test func `a changed day replaces its reasons, and a menu that fits has none for missing`() throws {
        let foods = [someFood("Rice", 200), someFood("Fish", 300)]
        let target = PlanTarget(dailyKcal: 500)
        let first = day(foods, target)
        let missed = [PlanReason(.foodsLeft, params: ["left": "1"]), PlanReason(.notFound, params: ["day": "1"])]
        let unknown = PlanReason(.allergensUnknown, params: ["count": "2"])
        let menu = MealPlan(fits: true, reasons: [unknown], days: [first])
        #expect(menu.replacing(first) == menu)
        let smaller = PlannedItem(
            foods[0].foodId,
            name: "Rice",
            portion: Portion(name: "1 spoon", grams: 10),
            quantity: 1,
            per100G: foods[0].per100G
        )
        let less = menu.replacing(first.replacing(foods[0].foodId, with: smaller))
        #expect(!less.fits)
        #expect(less.reasons.map(\.code) == [.allergensUnknown, .targetMissed])
        #expect(less.reasons[1].params["percent"] == "-36.0")
        let before = MealPlan(fits: false, reasons: missed + [unknown], days: less.days)
        #expect(before.replacing(first) == menu)
    }
}
