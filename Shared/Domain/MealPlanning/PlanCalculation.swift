package import Contracts
import MenuArithmetic

/// Calculates menus.
package enum PlanCalculation {
    /// Calculates the menu of a request.
    ///
    /// Occupies a processor until it returns.
    ///
    /// - Parameters:
    ///   - request: The targets, meals and candidate foods, which satisfy the rules of the contract.
    ///   - time: The deadline, and whether the caller has cancelled.
    /// - Returns: The menu, or the closest one with the reasons why it does not fit.
    /// - Throws: `unavailable` without a solver; `cancelled` or `deadlineExceeded`.
    package static func plan(_ request: CalculatorPlan, _ time: SearchTime) throws(ServiceError) -> MealPlan {
        guard PlanSolver.isAvailable else {
            throw ServiceError(.unavailable, "This server was built without the solver for menus.")
        }
        let eligible = EligibleFoods(request)
        var search = DaySearch(eligible.foods, seed: request.seed ?? 0, time)
        var days: [PlannedDay] = []
        var reasons: [PlanReason] = []
        for day in 0..<request.days {
            let target = request.targets[request.targets.count == 1 ? 0 : day]
            let task = DayTask(target, request.meals ?? MealShare.usual)
            let before = search.history
            let menu = try search.menu(for: task, day: day, daysLeft: request.days - day)
            let planned = PlannedDay(menu, task, eligible.foods, day: day + 1)
            reasons += DayReasons(planned, menu, eligible.foods, before).all
            days.append(planned)
        }
        let fits = days.allSatisfy(\.fits)
        if !fits { reasons = MenuReasons(request, eligible).all + reasons }
        if eligible.unknownAllergens > 0 {
            reasons.append(PlanReason(.allergensUnknown, params: ["count": "\(eligible.unknownAllergens)"]))
        }
        return MealPlan(fits: fits, reasons: reasons, days: days)
    }
}

extension PlannedDay {
    fileprivate init(_ menu: DayMenu, _ task: DayTask, _ foods: [PlanCandidate], day: Int) {
        let meals = task.meals.indices.map { meal in
            PlannedMeal(
                task.meals[meal],
                targetKcal: task.targetKcal(of: meal).inHundredths,
                items: menu.choices.filter { $0.meal == meal }.map {
                    PlannedItem(foods[$0.food], $0.portion, quantity: $0.quantity)
                }
            )
        }
        self.init(day: day, target: task.target, meals: meals)
    }
}

extension PlannedItem {
    /// Creates the dish of a number of portions of a food.
    init(_ food: PlanCandidate, _ portion: Portion, quantity: Int) {
        self.init(food.foodId, name: food.name, portion: portion, quantity: quantity, per100G: food.per100G)
    }
}
