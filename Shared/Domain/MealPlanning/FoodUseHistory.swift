import Contracts
import SeededRandom

/// The foods of the earlier days of a week.
struct FoodUseHistory {
    /// Maximum number of uses of a food in a week.
    static let maximumUses = 2
    /// Cost of each earlier use of a food, in tolerances of a nutrient.
    private static let useCost = 0.3
    /// Maximum random cost of a food, so that another seed gives another menu.
    private static let maximumRandomCost = 0.1
    /// Number of foods in a sample.
    private static let sampleSize = 80

    private var uses: [Int]
    private var lastDay: [Int?]

    init(foods count: Int) {
        uses = [Int](repeating: 0, count: count)
        lastDay = [Int?](repeating: nil, count: count)
    }

    mutating func record(_ food: Int, on day: Int) {
        uses[food] += 1
        lastDay[food] = day
    }

    /// Returns whether a food was not used the day before, and not too often in the week.
    func isAllowed(_ food: Int, on day: Int) -> Bool {
        guard let last = lastDay[food] else { return true }
        return uses[food] < Self.maximumUses && last != day - 1
    }

    /// Returns the indices of the foods to choose from.
    ///
    /// - Returns: The indices; nil if the next relaxation step has the same foods.
    func numbers(
        _ foods: [PlanCandidate],
        for task: DayTask,
        on day: Int,
        _ relaxation: ConstraintRelaxation,
        using generator: inout SeededGenerator
    ) -> [Int]? {
        let allowed =
            relaxation.requiresVariety ? foods.indices.filter { isAllowed($0, on: day) } : Array(foods.indices)
        guard relaxation.usesSample else { return allowed }
        guard allowed.count > Self.sampleSize else { return nil }
        let shuffled = allowed.shuffled(using: &generator)
        let most = uses.max() ?? 0
        let leastUsedFirst = (0...most).flatMap { count in shuffled.filter { uses[$0] == count } }
        return Self.sample(of: leastUsedFirst, foods, task.meals)
    }

    /// Returns the cost of choosing each food, apart from its effect on the target.
    func costs(using generator: inout SeededGenerator) -> [Double] {
        uses.map { Double($0) * Self.useCost + Double.random(in: 0...Self.maximumRandomCost, using: &generator) }
    }

    /// Returns a sample of the foods: the meals take turns to add the next food that suits them.
    private static func sample(of numbers: [Int], _ foods: [PlanCandidate], _ meals: [Meal]) -> [Int] {
        var waiting = meals.map { meal in numbers.filter { foods[$0].meals?.contains(meal) ?? true }[...] }
        var taken: Set<Int> = []
        while taken.count < sampleSize, waiting.contains(where: { !$0.isEmpty }) {
            for meal in waiting.indices where taken.count < sampleSize {
                while let number = waiting[meal].popFirst() {
                    if taken.insert(number).inserted { break }
                }
            }
        }
        return taken.sorted()
    }
}
