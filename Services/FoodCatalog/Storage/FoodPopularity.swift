import Contracts
import Storage

/// How often a food is logged by everybody.
enum FoodPopularity {
    static func uses(of food: FoodID, _ reader: SQLReader) throws -> Int { 0 }
}
