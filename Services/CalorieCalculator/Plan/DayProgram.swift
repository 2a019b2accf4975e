import Contracts

/// A day's menu as an integer programme: one column for each choice, and amounts by which targets are missed.
///
/// Rows count in parts of the target, so that all numbers are of one size. Costs: 1 for a nutrient that is off by all of its
/// tolerance, so the rest is dear or cheap in comparison with that.
struct DayProgram {
    /// By how much of its share a meal's energy may be off.
    static let mealTolerance = 0.3
    /// More than five foods are no meal that somebody prepares each day.
    static let itemsMax = 5
    /// A main meal has at least two foods.
    private static let mainMealItemsMin = 2
    /// The share of the energy from which a meal is a main one.
    private static let mainMealShareMin = 0.2
    /// Foods of one category in a day: bread twice, but not four kinds of it.
    static let categoryMax = 2

    /// A food more is as bad as a twentieth of a tolerance: else menus become long lists.
    private static let itemCost = 0.05
    /// A second portion of a food; a third costs four times as much.
    private static let secondPortionCost = 0.04
    /// A meal that is off by all of its tolerance.
    private static let mealCost = 0.5
    /// By how much more what exceeds a tolerance costs than what does not, where it may.
    private static let excessCostFactor = 20.0
    /// A tolerance that is used up wholly could be exceeded by the last digit.
    private static let safety = 1 - 1e-6
    /// More than any menu can be off, in parts of a target of at least 1 g.
    private static let deviationMax = 1e5

    private(set) var program = IntegerProgram()
    private let task: DayTask
    private let leniency: Leniency

    /// Makes the programme, whose first columns are the choices in their order.
    ///
    /// - Parameters:
    ///   - task: What the day is to reach.
    ///   - choices: What there is to choose from.
    ///   - foods: The foods by their numbers.
    ///   - foodCosts: What it costs to choose a food, by its number.
    ///   - leniency: What may be given up.
    init(_ task: DayTask, _ choices: [Choice], _ foods: [PlanCandidate], foodCosts: [Double], _ leniency: Leniency) {
        self.task = task
        self.leniency = leniency
        let nutrients = Nutrient.allCases.compactMap { nutrient in
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
            addDeviations(row, tolerance, cost: 1, mayExceed: !leniency.keepsTarget)
        }
        for (meal, row) in meals.enumerated() {
            let tolerance = Self.mealTolerance * task.shares[meal]
            addDeviations(row, tolerance, cost: Self.mealCost, mayExceed: !leniency.keepsVariety)
        }
    }

    private mutating func exactly(_ value: Double) -> Int { program.addRow(value...value) }

    /// How many foods a meal has.
    private mutating func addCount(of meal: Int, _ choices: [Choice]) -> Int {
        let isMain = task.shares[meal] >= Self.mainMealShareMin && leniency.keepsVariety
        let there = Set(choices.lazy.filter { $0.meal == meal }.map(\.food)).count
        let least = min(there, isMain ? Self.mainMealItemsMin : 1)
        return program.addRow(Double(least)...Double(Self.itemsMax))
    }

    /// A row for each different key.
    private mutating func rows(for keys: [some Hashable], atMost count: Int) -> [Int] {
        var known: [AnyHashable: Int] = [:]
        return keys.map { key in
            if let row = known[key] { return row }
            let row = program.addRow(0...Double(count))
            known[key] = row
            return row
        }
    }

    /// The row of each choice's category; none where the food has no category or any number may come.
    private mutating func categoryRows(_ choices: [Choice], _ foods: [PlanCandidate]) -> [Int?] {
        guard leniency.keepsVariety else { return choices.map { _ in nil } }
        let named = choices.indices.filter { foods[choices[$0].food].category != nil }
        let found = rows(for: named.map { foods[choices[$0].food].category }, atMost: Self.categoryMax)
        var rows = [Int?](repeating: nil, count: choices.count)
        for (index, row) in zip(named, found) { rows[index] = row }
        return rows
    }

    /// Columns by which a row may be too low or too high.
    private mutating func addDeviations(_ row: Int, _ tolerance: Double, cost: Double, mayExceed: Bool) {
        // A target of 0 has no tolerance that costs could be counted in.
        let unit = tolerance > 0 ? tolerance : 1
        for sign in [1.0, -1.0] {
            let entry = [IntegerProgram.Entry(row: row, value: sign)]
            program.addAmount(cost: cost / unit, upTo: tolerance * Self.safety, entry)
            if mayExceed {
                program.addAmount(cost: Self.excessCostFactor * cost / unit, upTo: Self.deviationMax, entry)
            }
        }
    }
}
