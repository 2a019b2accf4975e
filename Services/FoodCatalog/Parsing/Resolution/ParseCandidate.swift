package import Contracts

/// A food that a search returned, with every word of a part of a meal.
package struct ParseCandidate: Sendable {
    package let food: Food
    /// All names by which it is found.
    package let names: [String]
    /// The rank of the search; lower is better.
    package let cost: Int
    /// The part of the cost that its names have, rather than the food.
    package let matchCost: Int
    /// The amount of it that the user logs most often, in grams, if known.
    package let usualGrams: Double?

    package init(food: Food, names: [String], cost: Int, matchCost: Int, usualGrams: Double? = nil) {
        self.food = food
        self.names = names
        self.cost = cost
        self.matchCost = matchCost
        self.usualGrams = usualGrams
    }
}

/// Returns the foods that have every word of a part of a meal, the best first.
package typealias FoodLookup = (_ words: String) throws -> [ParseCandidate]
