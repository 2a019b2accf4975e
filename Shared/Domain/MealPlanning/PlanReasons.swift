import Contracts
import MenuArithmetic

/// The reasons concerning one day.
struct DayReasons {
    private let day: PlannedDay
    private let menu: DayMenu
    private let foods: [PlanCandidate]
    private let before: FoodUseHistory

    /// Creates the reasons of a day.
    ///
    /// - Parameters:
    ///   - day: The day as replied.
    ///   - menu: The menu as found.
    ///   - foods: The foods by index.
    ///   - before: The foods of the earlier days.
    init(_ day: PlannedDay, _ menu: DayMenu, _ foods: [PlanCandidate], _ before: FoodUseHistory) {
        self.day = day
        self.menu = menu
        self.foods = foods
        self.before = before
    }

    var all: [PlanReason] { (day.fits ? [] : misses) + relaxations }

    private var number: [String: String] { ["day": "\(day.day)"] }

    private var misses: [PlanReason] {
        let missed = day.missedTargets
        guard !missed.isEmpty else { return [] }
        return [PlanReason(menu.isOutOfReach ? .outOfReach : .notFound, params: number)] + missed
    }

    private var relaxations: [PlanReason] {
        let categories = menu.choices.compactMap { foods[$0.food].category }
        let isMonotonous =
            menu.choices.contains { !before.isAllowed($0.food, on: day.day - 1) }
            || Dictionary(grouping: categories) { $0 }.values.contains { $0.count > DayProgram.maximumPerCategory }
        let meals = day.meals.filter {
            !$0.items.isEmpty && abs($0.totals.kcal - $0.targetKcal) > DayProgram.mealTolerance * $0.targetKcal + 0.01
        }
        let shares = meals.map { meal in
            let params = [
                "day": "\(day.day)", "meal": meal.meal.rawValue, "targetKcal": "\(meal.targetKcal)",
                "kcal": "\(meal.totals.kcal)",
            ]
            return PlanReason(.mealShareRelaxed, params: params)
        }
        return (isMonotonous ? [PlanReason(.varietyRelaxed, params: number)] : []) + shares
    }
}

/// The reasons concerning a whole menu that does not fit.
struct MenuReasons {
    private let request: CalculatorPlan
    private let eligible: EligibleFoods

    init(_ request: CalculatorPlan, _ eligible: EligibleFoods) {
        self.request = request
        self.eligible = eligible
    }

    var all: [PlanReason] {
        let empty = (request.meals ?? MealShare.usual).map(\.meal).filter { meal in
            !eligible.foods.contains { $0.meals?.contains(meal) ?? true }
        }
        return request.targets.compactMap(Self.contradiction)
            + empty.map { PlanReason(.mealWithoutFood, params: ["meal": $0.rawValue]) } + eligible.reasons
    }

    /// Returns a reason if a target's macronutrients contradict its energy, beyond all tolerances.
    private static func contradiction(_ target: PlanTarget) -> PlanReason? {
        guard let protein = target.proteinG, let fat = target.fatG, let carbohydrate = target.carbohydrateG else {
            return nil
        }
        let macrosKcal =
            protein * EnergyFactor.kcalPerGramOfProtein + fat * EnergyFactor.kcalPerGramOfFat
            + carbohydrate * EnergyFactor.kcalPerGramOfCarbohydrate
        let (macro, energy) = (TargetNutrient.protein.tolerance, TargetNutrient.kcal.tolerance)
        let isBelow = macrosKcal * (1 + macro) < target.dailyKcal * (1 - energy)
        let isAbove = macrosKcal * (1 - macro) > target.dailyKcal * (1 + energy)
        guard isBelow || isAbove else { return nil }
        let params = ["macrosKcal": "\(macrosKcal.inHundredths)", "dailyKcal": "\(target.dailyKcal)"]
        return PlanReason(.targetContradictory, params: params)
    }
}
