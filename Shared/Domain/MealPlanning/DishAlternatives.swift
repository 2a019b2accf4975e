package import Contracts
import MenuArithmetic

/// Finds foods that can replace a dish of a menu.
package enum DishAlternatives {
    /// Returns the foods with which the day meets its target, the closest ones first, then those that come near it.
    ///
    /// Each food has the amount that suits the day best. None is in the day already, or the third of its category.
    ///
    /// - Parameter request: The day, the dish and the foods to choose from.
    /// - Returns: At most the requested number of foods.
    /// - Throws: `invalid` if the day does not have the dish.
    package static func alternatives(
        to request: CalculatorAlternatives
    ) throws(ServiceError) -> CalculatorAlternatives.Reply {
        let day = PlannedDay(day: 1, target: request.target, meals: request.meals)
        guard let position = day.position(of: request.foodId) else {
            throw .invalid([FieldError("foodId", .notAllowed, "The day does not have this food.")])
        }
        let rest = DayWithoutDish(day, meal: position.meal, item: position.item)
        let used = Dictionary(grouping: request.categories) { $0 }.mapValues(\.count)
        let foods = EligibleFoods(request.candidates, excluding: request.excludedAllergens, request.dislikes).foods
        let ranked = foods.compactMap { food -> RankedDish? in
            guard food.meals?.contains(rest.meal.meal) ?? true, day.dish(of: food.foodId) == nil,
                food.category.map({ used[$0, default: 0] < DayProgram.maximumPerCategory }) ?? true
            else { return nil }
            return Choice.servings(of: food).map { RankedDish(food, $0, rest) }.min { $0.precedes($1) }
        }
        let best = ranked.sorted { $0.precedes($1) }.prefix(request.limit)
        return CalculatorAlternatives.Reply(items: best.map { $0.alternative(in: day, of: request.foodId) })
    }
}

/// The sums of a day and of a meal without one dish.
private struct DayWithoutDish {
    let target: PlanTarget
    let meal: PlannedMeal
    let totals: PlanNutrients
    let mealKcal: Double

    init(_ day: PlannedDay, meal: Int, item: Int) {
        target = day.target
        self.meal = day.meals[meal]
        var others = day.meals[meal].items
        others.remove(at: item)
        mealKcal = others.reduce(0) { $0 + $1.nutrients.kcal }
        let otherMeals = day.meals.enumerated().filter { $0.offset != meal }.flatMap(\.element.items)
        totals = (others + otherMeals).reduce(.none) { $0 + $1.nutrients }
    }
}

/// An amount of a food, with its rank among those that can replace a dish.
private struct RankedDish {
    let food: PlanCandidate
    let serving: Choice.Serving
    private let fits: Bool
    /// The deviations of the day and of the meal, in tolerances.
    private let cost: Double

    init(_ food: PlanCandidate, _ serving: Choice.Serving, _ rest: DayWithoutDish) {
        (self.food, self.serving) = (food, serving)
        let totals = (rest.totals + serving.nutrients).inHundredths
        fits = rest.target.isMet(by: totals)
        let nutrients = TargetNutrient.allCases.reduce(0) { cost, nutrient in
            cost + abs(nutrient.deviation(of: totals, from: rest.target) ?? 0) / nutrient.tolerance
        }
        let mealKcal = rest.meal.targetKcal
        let meal = mealKcal > 0 ? abs(rest.mealKcal + serving.nutrients.kcal - mealKcal) / mealKcal : 0
        cost = nutrients + DayProgram.mealCost * meal / DayProgram.mealTolerance
    }

    /// Returns whether it is the better one; foods of equal rank are in the order of their ids.
    func precedes(_ other: RankedDish) -> Bool {
        if fits != other.fits { return fits }
        if cost != other.cost { return cost < other.cost }
        return food.foodId.uuid < other.food.foodId.uuid
    }

    func alternative(in day: PlannedDay, of replaced: FoodID) -> PlanAlternative {
        let dish = PlannedItem(food, serving.portion, quantity: serving.quantity)
        let changed = day.replacing(replaced, with: dish)
        return PlanAlternative(
            dish: dish,
            fits: changed.fits,
            totals: changed.totals,
            deviations: changed.deviations
        )
    }
}
