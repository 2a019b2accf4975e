import Contracts

/// Which foods the days before had.
struct WeekMemory {
    /// How often a food may come in a week.
    static let usesMax = 2
    /// What it costs to have a food once more, in tolerances of a nutrient.
    private static let useCost = 0.3
    /// Up to which cost foods differ by chance, so that another seed gives another menu.
    private static let chanceCostMax = 0.1
    /// How many foods a quick search looks at.
    private static let fewFoods = 80

    private var uses: [Int]
    private var lastDay: [Int?]

    init(foods count: Int) {
        uses = [Int](repeating: 0, count: count)
        lastDay = [Int?](repeating: nil, count: count)
    }

    mutating func note(_ food: Int, on day: Int) {
        uses[food] += 1
        lastDay[food] = day
    }

    /// Whether a food was not there the day before, and not too often before that.
    func isWelcome(_ food: Int, on day: Int) -> Bool {
        guard let last = lastDay[food] else { return true }
        return uses[food] < Self.usesMax && last != day - 1
    }

    /// Which foods to choose from, by their numbers.
    ///
    /// - Returns: Nil if these are no others than the next leniency has.
    func numbers(
        _ foods: [PlanCandidate],
        for task: DayTask,
        on day: Int,
        _ leniency: Leniency,
        using generator: inout SeededGenerator
    ) -> [Int]? {
        let welcome = leniency.keepsVariety ? foods.indices.filter { isWelcome($0, on: day) } : Array(foods.indices)
        guard leniency.isQuick else { return welcome }
        guard welcome.count > Self.fewFoods else { return nil }
        let shuffled = welcome.shuffled(using: &generator)
        let most = uses.max() ?? 0
        let freshFirst = (0...most).flatMap { count in shuffled.filter { uses[$0] == count } }
        return Self.some(of: freshFirst, foods, task.meals)
    }

    /// What choosing a food costs besides what it does to the target.
    func costs(using generator: inout SeededGenerator) -> [Double] {
        uses.map { Double($0) * Self.useCost + Double.random(in: 0...Self.chanceCostMax, using: &generator) }
    }

    /// The meals take turns to take the next food that is natural in them.
    private static func some(of numbers: [Int], _ foods: [PlanCandidate], _ meals: [Meal]) -> [Int] {
        var waiting = meals.map { meal in numbers.filter { foods[$0].meals?.contains(meal) ?? true }[...] }
        var taken: Set<Int> = []
        while taken.count < fewFoods, waiting.contains(where: { !$0.isEmpty }) {
            for meal in waiting.indices where taken.count < fewFoods {
                while let number = waiting[meal].popFirst() {
                    if taken.insert(number).inserted { break }
                }
            }
        }
        return taken.sorted()
    }
}
