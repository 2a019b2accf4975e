import Contracts
import MenuArithmetic

/// A day's target and meals.
struct DayTask {
    let target: PlanTarget
    let meals: [Meal]
    /// The share of each meal in the day's energy; the sum is 1.
    let shares: [Double]

    init(_ target: PlanTarget, _ meals: [MealShare]) {
        self.target = target
        self.meals = meals.map(\.meal)
        let sum = meals.reduce(0) { $0 + $1.percent }
        shares = meals.map { $0.percent / sum }
    }

    func targetKcal(of meal: Int) -> Double { target.dailyKcal * shares[meal] }
}

/// A possible item of a menu: a number of portions of a food in one meal.
struct Choice {
    /// Allowed numbers of portions of a food.
    private static let quantities = 1...3
    /// Maximum mass of several portions of a food, in grams.
    private static let maximumGrams = 750.0

    /// Indices of the food among the candidates, and of the meal among the day's meals.
    let food: Int
    let meal: Int
    let portion: Portion
    let quantity: Int
    let grams: Double
    let nutrients: PlanNutrients

    /// Returns all choices of the given foods, except those above a multiple of a meal's share of energy.
    static func all(of numbers: [Int], _ foods: [PlanCandidate], _ task: DayTask, maximumShares: Double) -> [Choice] {
        numbers.flatMap { number -> [Choice] in
            let food = foods[number]
            let servings = servings(of: food)
            return task.meals.indices.filter { food.meals?.contains(task.meals[$0]) ?? true }.flatMap { meal in
                servings.filter { $0.nutrients.kcal <= maximumShares * task.targetKcal(of: meal) }.map { serving in
                    Choice(
                        food: number,
                        meal: meal,
                        portion: serving.portion,
                        quantity: serving.quantity,
                        grams: serving.grams,
                        nutrients: serving.nutrients
                    )
                }
            }
        }
    }

    /// A number of portions of a food.
    typealias Serving = (portion: Portion, quantity: Int, grams: Double, nutrients: PlanNutrients)

    /// Returns the amounts of a food that a menu may have.
    static func servings(of food: PlanCandidate) -> [Serving] {
        food.portions.flatMap { portion in
            quantities.map { quantity -> Serving in
                let grams = (portion.grams * Double(quantity)).inHundredths
                return (portion, quantity, grams, food.per100G.of(grams: grams))
            }
            .filter { $0.quantity == 1 || $0.grams <= maximumGrams }
        }
    }
}
