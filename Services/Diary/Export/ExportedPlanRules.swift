import Contracts
import FoodFormats
import MenuArithmetic

extension ExportedRules {
    /// Reasons of a menu; a week with every target missed and every meal relaxed has fewer.
    private static let reasonsMax = 200
    /// Portions of a food; the catalog has fewer.
    private static let portionsMax = 100

    /// Returns the plan to store for a plan of a file.
    ///
    /// Amounts and sums are calculated again from foods and portions.
    static func plan(_ exported: ExportedPlan, nowMs: Int) throws(RowRefusal) -> ExportedPlan {
        var plan = exported.withImportedFoods
        plan.createdAt = try moment(exported.createdAt, nowMs: nowMs)
        for date in [exported.from, exported.appliedFrom ?? exported.from] { try check(date) }
        try checkName(exported.name)
        let ids = Set(plan.foods.map(\.id))
        try requirePlan(ids.count == plan.foods.count, "a food stands twice in the plan")
        for food in plan.foods { try check(food, orThrow: brokenPlan) }
        let days = exported.menu.days
        try requirePlan(days.map(\.day) == days.indices.map { $0 + 1 }, "the days are not in order")
        try requirePlan(days.count <= PlanLimits.days.upperBound, "the plan has too many days")
        try requirePlan(exported.menu.reasons.count <= reasonsMax, "the plan has too many reasons")
        let foods = Dictionary(uniqueKeysWithValues: plan.foods.map { ($0.id, $0) })
        var checked: [PlannedDay] = []
        for day in days { checked.append(try Self.day(day, foods)) }
        plan.menu = MealPlan(fits: checked.allSatisfy(\.fits), reasons: exported.menu.reasons, days: checked)
        try requirePlan(ids == plan.row.dishFoods, "the foods are not those of the dishes")
        try checkMarks(plan)
        return plan
    }

    /// Refuses a plan; programs need not distinguish the ways in which files of this kind are damaged.
    private static func brokenPlan(_ reason: String) -> RowRefusal { RowRefusal(reason, .brokenPlan) }

    private static func requirePlan(_ holds: Bool, _ reason: String) throws(RowRefusal) {
        if !holds { throw brokenPlan(reason) }
    }

    private static func checkPlanText(_ text: String, _ name: String) throws(RowRefusal) {
        do throws(RowRefusal) {
            try checkText(text, name)
        } catch {
            throw brokenPlan(error.reason)
        }
    }

    private static func checkName(_ name: String?) throws(RowRefusal) {
        do throws(ServiceError) {
            _ = try DiaryPlansMake(name: name, days: 1).checked()
        } catch {
            throw brokenPlan("the name of the plan is not allowed")
        }
    }

    /// Checks a food of a plan or of a favourite.
    ///
    /// - Parameters:
    ///   - food: The food.
    ///   - refusal: Makes the refusal of the row from the reason.
    /// - Throws: The refusal.
    static func check(_ food: Food, orThrow refusal: (String) -> RowRefusal) throws(RowRefusal) {
        let texts = [food.name, food.category ?? food.name, food.source] + food.portions.flatMap(\.texts)
        for text in texts {
            do throws(RowRefusal) {
                try checkText(text, "the name of a food or portion")
            } catch {
                throw refusal(error.reason)
            }
        }
        try checkPer100G(Nutrients(per100gOf: food))
        guard food.portions.count <= portionsMax else { throw refusal("a food has too many portions") }
        guard food.portions.allSatisfy({ portionGrams.contains($0.grams) }) else {
            throw refusal("a portion is out of range")
        }
    }

    private static func day(_ day: PlannedDay, _ foods: [FoodID: Food]) throws(RowRefusal) -> PlannedDay {
        do throws(ServiceError) {
            try PlanTarget.rules.check(day.target)
        } catch {
            throw brokenPlan("the target of a day is out of range")
        }
        let items = day.meals.flatMap(\.items)
        try requirePlan(Set(day.meals.map(\.meal)).count == day.meals.count, "a meal stands twice in a day")
        try requirePlan(Set(items.map(\.foodId)).count == items.count, "a food stands twice in a day")
        try requirePlan(items.count <= PlanLimits.dishesPerDayMax, "a day has too many dishes")
        var meals: [PlannedMeal] = []
        for meal in day.meals {
            try requirePlan(PlanLimits.mealKcal.contains(meal.targetKcal), "the target of a meal is out of range")
            var dishes: [PlannedItem] = []
            for item in meal.items { dishes.append(try dish(item, foods)) }
            meals.append(PlannedMeal(meal.meal, targetKcal: meal.targetKcal, items: dishes))
        }
        return PlannedDay(day: day.day, target: day.target, meals: meals)
    }

    private static func dish(_ item: PlannedItem, _ foods: [FoodID: Food]) throws(RowRefusal) -> PlannedItem {
        guard let food = foods[item.foodId], let per100G = PlanNutrients(per100GOf: food),
            let portion = food.portions.first(where: { $0.name == item.portion })
        else { throw brokenPlan("a dish has an unknown food or portion") }
        try requirePlan(PlanLimits.quantity.contains(item.quantity), "a quantity is out of range")
        try checkPlanText(item.name, "the name of a dish")
        let dish = PlannedItem(
            food.id,
            name: item.name,
            portion: portion,
            quantity: item.quantity,
            per100G: per100G
        )
        try requirePlan(EntryLimits.grams.contains(dish.grams), "the weight of a dish is out of range")
        return dish
    }

    /// Checks that logged dishes and ticks are those of the plan, each once.
    private static func checkMarks(_ plan: ExportedPlan) throws(RowRefusal) {
        var dishes: [ExportedPlan.Dish] = []
        for dish in plan.logged {
            let isKnown = plan.menu.days.contains { $0.day == dish.day && $0.dish(of: dish.foodId) != nil }
            try requirePlan(isKnown, "a logged dish is not in the plan")
            let isNew = !dishes.contains { $0.day == dish.day && $0.foodId == dish.foodId }
            try requirePlan(isNew, "a logged dish stands twice")
            dishes.append(dish)
        }
        let foods = plan.row.dishFoods
        try requirePlan(Set(plan.ticks.map(\.foodId)).count == plan.ticks.count, "a tick stands twice")
        for tick in plan.ticks {
            try requirePlan(foods.contains(tick.foodId) && tick.grams.isFinite, "a tick is not of this plan")
        }
    }
}

extension Portion {
    /// The name, and the names in other languages.
    fileprivate var texts: [String] { [name] + [label].compactMap(\.self) + (names ?? [:]).values }
}
