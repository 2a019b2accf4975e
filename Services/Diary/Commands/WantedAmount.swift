package import Contracts

/// What is to be logged, after the rules.
package enum WantedAmount: Sendable, Equatable {
    case grams(FoodID, Double)
    case portion(FoodID, name: String, quantity: Double)
    case quick(name: String, Nutrients)

    /// The food to ask the catalogue for; nil for bare energy.
    package var foodId: FoodID? {
        switch self {
        case .grams(let id, _), .portion(let id, _, _): id
        case .quick: nil
        }
    }
}
