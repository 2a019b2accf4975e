import Contracts
import SeededRandom

/// The result of the search for a day.
struct DayMenu {
    let choices: [Choice]
    /// Whether the solver has proved that no menu meets the target.
    let isOutOfReach: Bool
}

/// Searches the menus of a week day by day; each day takes the foods of the earlier days into account.
struct DaySearch {
    let foods: [PlanCandidate]
    let time: SearchTime
    private(set) var history: FoodUseHistory
    private var generator: SeededGenerator

    init(_ foods: [PlanCandidate], seed: Int, _ time: SearchTime) {
        self.foods = foods
        self.time = time
        history = FoodUseHistory(foods: foods.count)
        generator = SeededGenerator(seed: seed)
    }

    /// Finds a day's menu and records its foods.
    ///
    /// - Parameters:
    ///   - task: The day's target and meals.
    ///   - day: The number of the day, from 0.
    ///   - daysLeft: The number of days that share the remaining time, including this one.
    /// - Returns: The best menu found.
    /// - Throws: `cancelled` or `deadlineExceeded`.
    mutating func menu(for task: DayTask, day: Int, daysLeft: Int) throws(ServiceError) -> DayMenu {
        let begin = Deadline.monotonicNanoseconds()
        let budgetMs = time.deadline.millisecondsLeft / daysLeft
        var isOutOfReach = false
        var found: [Choice] = []
        try time.check()
        search: for relaxation in ConstraintRelaxation.allCases {
            let end = Deadline.after(milliseconds: budgetMs * relaxation.timePercent / 100, from: begin)
            switch choices(for: task, day, relaxation, until: SearchEnd(time, by: end)) {
            case .found(let choices):
                found = choices
                break search
            case .impossible where relaxation == .targetOnly: isOutOfReach = true
            case .impossible, .gaveUp: continue
            }
        }
        // A menu found just before the deadline is still used.
        if time.isCancelled { try time.check() }
        for choice in found { history.record(choice.food, on: day) }
        return DayMenu(choices: found, isOutOfReach: isOutOfReach)
    }

    private enum Result {
        case found([Choice])
        case impossible
        case gaveUp
    }

    private mutating func choices(
        for task: DayTask,
        _ day: Int,
        _ relaxation: ConstraintRelaxation,
        until end: SearchEnd
    ) -> Result {
        guard let numbers = history.numbers(foods, for: task, on: day, relaxation, using: &generator) else {
            return .gaveUp
        }
        let choices = Choice.all(of: numbers, foods, task, maximumShares: relaxation.maximumShares)
        if choices.isEmpty { return relaxation.requiresTarget ? .impossible : .found([]) }
        let costs = history.costs(using: &generator)
        let program = DayProgram(task, choices, foods, foodCosts: costs, relaxation).program
        switch PlanSolver.solve(program, relaxation.effort, until: end) {
        case .found(let values): return .found(choices.indices.filter { values[$0 + 1] > 0.5 }.map { choices[$0] })
        case .impossible: return .impossible
        case .gaveUp: return .gaveUp
        }
    }
}
