package import Contracts

extension PlannedMeal {
    /// Creates a meal with the sums of its dishes.
    package init(_ meal: Meal, targetKcal: Double, items: [PlannedItem]) {
        self.init(
            meal: meal,
            targetKcal: targetKcal,
            totals: items.reduce(.none) { $0 + $1.nutrients }.inHundredths,
            items: items
        )
    }
}

extension PlannedDay {
    /// Creates a day with the sums of its meals, compared with its target.
    package init(day: Int, target: PlanTarget, meals: [PlannedMeal]) {
        let totals = meals.reduce(.none) { $0 + $1.totals }.inHundredths
        self.init(
            day: day,
            fits: target.isMet(by: totals) && meals.allSatisfy { !$0.items.isEmpty },
            target: target,
            totals: totals,
            deviations: PlanDeviations(of: totals, from: target),
            meals: meals
        )
    }

    /// A reason for each nutrient with a target that the day misses.
    package var missedTargets: [PlanReason] {
        TargetNutrient.allCases.compactMap { nutrient in
            guard let deviation = nutrient.deviation(of: totals, from: target), abs(deviation) > nutrient.tolerance
            else { return nil }
            var params = ["day": "\(day)"]
            params["nutrient"] = nutrient.rawValue
            params["target"] = "\(nutrient.amount(in: target) ?? 0)"
            params["reached"] = "\(nutrient.amount(in: totals))"
            if deviation.isFinite { params["percent"] = "\((deviation * 100).inHundredths)" }
            return PlanReason(.targetMissed, params: params)
        }
    }

    /// Returns the meal and the place in it of a food; nil if the day does not have the food.
    ///
    /// A food stands once in a day.
    package func position(of food: FoodID) -> (meal: Int, item: Int)? {
        for (meal, planned) in meals.enumerated() {
            if let item = planned.items.firstIndex(where: { $0.foodId == food }) { return (meal, item) }
        }
        return nil
    }

    /// Returns the dish of a food; nil if the day does not have the food.
    package func dish(of food: FoodID) -> PlannedItem? {
        position(of: food).map { meals[$0.meal].items[$0.item] }
    }

    /// Returns the day with another dish in the place of one; the same day without that dish.
    package func replacing(_ food: FoodID, with item: PlannedItem) -> PlannedDay {
        guard let position = position(of: food) else { return self }
        var meals = meals
        var items = meals[position.meal].items
        items[position.item] = item
        let meal = meals[position.meal]
        meals[position.meal] = PlannedMeal(meal.meal, targetKcal: meal.targetKcal, items: items)
        return PlannedDay(day: day, target: target, meals: meals)
    }
}

extension PlanTarget {
    /// Tolerance for the rounding error of a sum.
    private static let roundingError = 1e-9

    /// Returns whether totals are within the tolerance of every nutrient.
    package func isMet(by totals: PlanNutrients) -> Bool {
        TargetNutrient.allCases.allSatisfy { nutrient in
            let deviation = nutrient.deviation(of: totals, from: self) ?? 0
            return abs(deviation) <= nutrient.tolerance + Self.roundingError
        }
    }
}

extension PlanDeviations {
    /// Compares totals with a target.
    package init(of totals: PlanNutrients, from target: PlanTarget) {
        func percent(_ nutrient: TargetNutrient) -> Double? {
            let deviation = nutrient.deviation(of: totals, from: target)
            return deviation.flatMap { $0.isFinite ? ($0 * 100).inHundredths : nil }
        }
        self.init(
            kcalPercent: percent(.kcal),
            proteinPercent: percent(.protein),
            fatPercent: percent(.fat),
            carbohydratePercent: percent(.carbohydrate)
        )
    }
}

extension PlannedItem {
    /// Creates the dish of a number of portions of a food.
    ///
    /// - Parameters:
    ///   - food: The id of the food.
    ///   - name: Its name.
    ///   - portion: The portion.
    ///   - quantity: The number of portions.
    ///   - per100G: The nutrients of 100 g.
    package init(_ food: FoodID, name: String, portion: Portion, quantity: Int, per100G: PlanNutrients) {
        let grams = (portion.grams * Double(quantity)).inHundredths
        self.init(
            foodId: food,
            name: name,
            portion: portion.name,
            quantity: quantity,
            grams: grams,
            nutrients: per100G.of(grams: grams)
        )
    }
}

extension MealPlan {
    /// Returns the menu with a changed day.
    ///
    /// Reasons about the former day go, and a missed target of the changed day is added. A menu that fits has no reason
    /// why it does not.
    package func replacing(_ day: PlannedDay) -> MealPlan {
        var days = days
        guard let index = days.firstIndex(where: { $0.day == day.day }), days[index] != day else { return self }
        days[index] = day
        let fits = days.allSatisfy(\.fits)
        let kept = reasons.filter { reason in
            reason.params["day"] != "\(day.day)" && !(fits && reason.code.isAboutWholeMenuThatMisses)
        }
        return MealPlan(fits: fits, reasons: kept + (day.fits ? [] : day.missedTargets), days: days)
    }
}

extension PlanReason.Code {
    /// Whether the reason explains, for all days together, why a menu does not fit.
    fileprivate var isAboutWholeMenuThatMisses: Bool {
        switch self {
        case .targetContradictory, .mealWithoutFood, .foodsLeft: true
        case .targetMissed, .outOfReach, .notFound, .allergensUnknown, .varietyRelaxed, .mealShareRelaxed: false
        }
    }
}
