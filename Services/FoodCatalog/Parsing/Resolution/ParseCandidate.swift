package import Contracts

/// A food that a search returned, with every word of a part of a meal.
package struct ParseCandidate: Sendable {
    /// The food, with what the user usually logs of it.
    package let food: Food
    /// All names by which it is found.
    package let names: [String]
    /// The rank of the search; lower is better.
    package let cost: Int
    /// The part of the cost that its names have, rather than the food.
    package let matchCost: Int

    package init(food: Food, names: [String], cost: Int, matchCost: Int) {
        self.food = food
        self.names = names
        self.cost = cost
        self.matchCost = matchCost
    }
}

/// Returns the foods that have every word of a part of a meal, the best first.
package typealias FoodLookup = (_ words: String) throws -> [ParseCandidate]
