import Contracts
import MenuArithmetic

/// A day's menu as an integer program: one column for each choice, and columns for deviations from targets.
///
/// Rows are relative to the target, so that all values have similar magnitudes. A nutrient that is off by its full
/// tolerance costs 1; all other costs are relative to that.
struct DayProgram {
    /// Relative tolerance of a meal's energy.
    static let mealTolerance = 0.3
    /// Maximum number of foods in a meal: more take too long to prepare each day.
    static let maximumItems = 5
    /// Minimum number of foods in a main meal.
    private static let minimumMainMealItems = 2
    /// Minimum share of the day's energy of a main meal.
    private static let minimumMainMealShare = 0.2
    /// Maximum number of foods of one category in a day: two kinds of bread, not four.
    static let maximumPerCategory = 2

    /// Cost of each item, as of a twentieth of a tolerance; prevents long menus.
    private static let itemCost = 0.05
    /// Cost of a second portion of a food; a third costs four times as much.
    private static let secondPortionCost = 0.04
    /// Cost of a meal that is off by its full tolerance.
    static let mealCost = 0.5
    /// Factor on the cost of a deviation beyond the tolerance, where that is allowed.
    private static let excessCostFactor = 20.0
    /// Factor on tolerances, so that rounding does not exceed a fully used tolerance.
    private static let roundingMargin = 1 - 1e-6
    /// Upper bound of any menu's deviation, relative to a target of at least 1 g.
    private static let maximumDeviation = 1e5

    private(set) var program = IntegerProgram()
    private let task: DayTask
    private let relaxation: ConstraintRelaxation

    /// Creates the program.
    ///
    /// Its first columns are the choices in their order.
    ///
    /// - Parameters:
    ///   - task: The day's target and meals.
    ///   - choices: The possible items.
    ///   - foods: The foods by index.
    ///   - foodCosts: The cost of choosing a food, by index.
    ///   - relaxation: The constraints to relax.
    init(
        _ task: DayTask,
        _ choices: [Choice],
        _ foods: [PlanCandidate],
        foodCosts: [Double],
        _ relaxation: ConstraintRelaxation
    ) {
        self.task = task
        self.relaxation = relaxation
        let nutrients = TargetNutrient.allCases.compactMap { nutrient in
            nutrient.amount(in: task.target).map { (nutrient, scale: max($0, 1), row: exactly($0 / max($0, 1))) }
        }
        let meals = task.meals.indices.map { exactly(task.shares[$0]) }
        let counts = task.meals.indices.map { addCount(of: $0, choices) }
        let once = rows(for: choices.map(\.food), atMost: 1)
        let categories = categoryRows(choices, foods)
        for (index, choice) in choices.enumerated() {
            var entries = nutrients.map {
                IntegerProgram.Entry(row: $0.row, value: $0.0.amount(in: choice.nutrients) / $0.scale)
            }
            let share = choice.nutrients.kcal / task.target.dailyKcal
            entries.append(IntegerProgram.Entry(row: meals[choice.meal], value: share))
            entries.append(IntegerProgram.Entry(row: counts[choice.meal], value: 1))
            entries.append(IntegerProgram.Entry(row: once[index], value: 1))
            if let row = categories[index] { entries.append(IntegerProgram.Entry(row: row, value: 1)) }
            let more = Double((choice.quantity - 1) * (choice.quantity - 1)) * Self.secondPortionCost
            program.addChoice(cost: Self.itemCost + more + foodCosts[choice.food], entries)
        }
        for (nutrient, scale, row) in nutrients {
            let tolerance = nutrient.tolerance * (nutrient.amount(in: task.target) ?? 0) / scale
            addDeviations(row, tolerance, cost: 1, mayExceed: !relaxation.requiresTarget)
        }
        for (meal, row) in meals.enumerated() {
            let tolerance = Self.mealTolerance * task.shares[meal]
            addDeviations(row, tolerance, cost: Self.mealCost, mayExceed: !relaxation.requiresVariety)
        }
    }

    private mutating func exactly(_ value: Double) -> Int { program.addRow(value...value) }

    /// Adds a row that bounds the number of foods in a meal.
    private mutating func addCount(of meal: Int, _ choices: [Choice]) -> Int {
        let isMain = task.shares[meal] >= Self.minimumMainMealShare && relaxation.requiresVariety
        let there = Set(choices.lazy.filter { $0.meal == meal }.map(\.food)).count
        let least = min(there, isMain ? Self.minimumMainMealItems : 1)
        return program.addRow(Double(least)...Double(Self.maximumItems))
    }

    /// Adds a row for each different key and returns the row of each key.
    private mutating func rows(for keys: [some Hashable], atMost count: Int) -> [Int] {
        var known: [AnyHashable: Int] = [:]
        return keys.map { key in
            if let row = known[key] { return row }
            let row = program.addRow(0...Double(count))
            known[key] = row
            return row
        }
    }

    /// Returns the row of each choice's category; nil without a category or without a limit.
    private mutating func categoryRows(_ choices: [Choice], _ foods: [PlanCandidate]) -> [Int?] {
        guard relaxation.requiresVariety else { return choices.map { _ in nil } }
        let named = choices.indices.filter { foods[choices[$0].food].category != nil }
        let found = rows(for: named.map { foods[choices[$0].food].category }, atMost: Self.maximumPerCategory)
        var rows = [Int?](repeating: nil, count: choices.count)
        for (index, row) in zip(named, found) { rows[index] = row }
        return rows
    }

    /// Adds columns for the deviation of a row below and above its value.
    private mutating func addDeviations(_ row: Int, _ tolerance: Double, cost: Double, mayExceed: Bool) {
        // A target of 0 has no tolerance to scale the cost by.
        let unit = tolerance > 0 ? tolerance : 1
        for sign in [1.0, -1.0] {
            let entry = [IntegerProgram.Entry(row: row, value: sign)]
            program.addAmount(cost: cost / unit, upTo: tolerance * Self.roundingMargin, entry)
            if mayExceed {
                program.addAmount(cost: Self.excessCostFactor * cost / unit, upTo: Self.maximumDeviation, entry)
            }
        }
    }
}
