package import Contracts

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
    /// Tolerance for the rounding error of a sum.
    private static let roundingError = 1e-9

    fileprivate init(_ menu: DayMenu, _ task: DayTask, _ foods: [PlanCandidate], day: Int) {
        let meals = task.meals.indices.map { meal in
            let chosen = menu.choices.filter { $0.meal == meal }
            return PlannedMeal(
                meal: task.meals[meal],
                targetKcal: task.targetKcal(of: meal).inHundredths,
                totals: chosen.reduce(.none) { $0 + $1.nutrients }.inHundredths,
                items: chosen.map { PlannedItem($0, foods[$0.food]) }
            )
        }
        let totals = meals.reduce(.none) { $0 + $1.totals }.inHundredths
        func percent(_ nutrient: Nutrient) -> Double? {
            let deviation = nutrient.deviation(of: totals, from: task.target)
            return deviation.flatMap { $0.isFinite ? ($0 * 100).inHundredths : nil }
        }
        let meets = Nutrient.allCases.allSatisfy { nutrient in
            let deviation = nutrient.deviation(of: totals, from: task.target) ?? 0
            return abs(deviation) <= nutrient.tolerance + Self.roundingError
        }
        self.init(
            day: day,
            fits: meets && meals.allSatisfy { !$0.items.isEmpty },
            target: task.target,
            totals: totals,
            deviations: PlanDeviations(
                kcalPercent: percent(.kcal),
                proteinPercent: percent(.protein),
                fatPercent: percent(.fat),
                carbohydratePercent: percent(.carbohydrate)
            ),
            meals: meals
        )
    }
}

extension PlannedItem {
    fileprivate init(_ choice: Choice, _ food: PlanCandidate) {
        self.init(
            foodId: food.foodId,
            name: food.name,
            portion: choice.portion.name,
            quantity: choice.quantity,
            grams: choice.grams,
            nutrients: choice.nutrients
        )
    }
}
