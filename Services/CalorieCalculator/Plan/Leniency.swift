/// How much of what makes a menu good is given up so that there is one: tried one after the other.
enum Leniency: CaseIterable {
    /// Nothing, and the search looks at some of the foods only, which is quick.
    case fewFoods
    /// Nothing.
    case allFoods
    /// Variety, and how the energy is spread over meals.
    case onlyTarget
    /// The target, too: the closest menu.
    case closest
    /// The same out of some of the foods, where the search among all of them found nothing in its time.
    case closestOfFew

    /// Whether foods must not come too often, in a week and in a day.
    var keepsVariety: Bool { self == .fewFoods || self == .allFoods }

    /// Whether the target must be met.
    var keepsTarget: Bool { self != .closest && self != .closestOfFew }

    /// Whether the search looks at some of the foods only.
    var isQuick: Bool { self == .fewFoods || self == .closestOfFew }

    /// The part of a day's time after which a search of this kind ends; the last day, too, must leave time to answer.
    var timePercent: Int {
        switch self {
        case .fewFoods, .allFoods, .onlyTarget: 45
        case .closest: 65
        case .closestOfFew: 90
        }
    }

    /// What one choice may have at most, in meals' shares of the energy.
    var sharesMax: Double { keepsVariety ? 1 + DayProgram.mealTolerance : 2.5 }

    /// Found by measuring, on 300 foods: most days are found with the first in some tens of milliseconds.
    var effort: SearchEffort {
        switch self {
        case .fewFoods: SearchEffort(nodesMax: 2_000, nodesFoundMax: 600, excessMax: 0.8)
        case .allFoods: SearchEffort(nodesMax: 1_500, nodesFoundMax: 600, excessMax: 1)
        case .onlyTarget: SearchEffort(nodesMax: 1_000, nodesFoundMax: 600, excessMax: 1)
        case .closest: SearchEffort(nodesMax: 800, nodesFoundMax: 400, excessMax: 0.5)
        case .closestOfFew: SearchEffort(nodesMax: 1_500, nodesFoundMax: 800, excessMax: 0.5)
        }
    }
}
