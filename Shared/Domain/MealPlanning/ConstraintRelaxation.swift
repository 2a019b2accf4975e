/// Steps of relaxed constraints, tried in order until a menu is found.
enum ConstraintRelaxation: CaseIterable {
    /// All constraints, with a sample of the foods; the fastest search.
    case sampledFoods
    /// All constraints, with all foods.
    case allFoods
    /// Only the target: variety and the meals' shares of energy are relaxed.
    case targetOnly
    /// The menu closest to the target: the target is relaxed, too.
    case closest
    /// The closest menu from a sample of the foods, if the search with all foods ran out of time.
    case closestOfSample

    /// Whether the repetition of foods in a week and in a day is limited.
    var requiresVariety: Bool { self == .sampledFoods || self == .allFoods }

    /// Whether the target must be met.
    var requiresTarget: Bool { self != .closest && self != .closestOfSample }

    /// Whether the search uses a sample of the foods.
    var usesSample: Bool { self == .sampledFoods || self == .closestOfSample }

    /// The percentage of a day's time after which this step ends.
    ///
    /// The last day also must leave time to reply.
    var timePercent: Int {
        switch self {
        case .sampledFoods, .allFoods, .targetOnly: 45
        case .closest: 65
        case .closestOfSample: 90
        }
    }

    /// Maximum energy of one choice, in multiples of its meal's share.
    var maximumShares: Double { requiresVariety ? 1 + DayProgram.mealTolerance : 2.5 }

    /// The search limits, measured with 300 foods: the first step finds most days in tens of milliseconds.
    var effort: SearchEffort {
        switch self {
        case .sampledFoods: SearchEffort(maximumNodes: 2_000, maximumNodesAfterSolution: 600, maximumExcess: 0.8)
        case .allFoods: SearchEffort(maximumNodes: 1_500, maximumNodesAfterSolution: 600, maximumExcess: 1)
        case .targetOnly: SearchEffort(maximumNodes: 1_000, maximumNodesAfterSolution: 600, maximumExcess: 1)
        case .closest: SearchEffort(maximumNodes: 800, maximumNodesAfterSolution: 400, maximumExcess: 0.5)
        case .closestOfSample: SearchEffort(maximumNodes: 1_500, maximumNodesAfterSolution: 800, maximumExcess: 0.5)
        }
    }
}
