package import Contracts

/// The checked amount of a new entry.
package enum RequestedAmount: Sendable, Equatable {
    case grams(FoodID, Double)
    case portion(FoodID, name: String, quantity: Double)
    case quick(name: String, Nutrients)

    /// The food to look up in the catalog; nil for bare energy.
    package var foodId: FoodID? {
        switch self {
        case .grams(let id, _), .portion(let id, _, _): id
        case .quick: nil
        }
    }
}
