import Contracts

/// A day's target and meals.
struct DayTask {
    let target: PlanTarget
    let meals: [Meal]
    /// Of each meal, the part of the day's energy; together 1.
    let shares: [Double]

    init(_ target: PlanTarget, _ meals: [MealShare]) {
        self.target = target
        self.meals = meals.map(\.meal)
        let sum = meals.reduce(0) { $0 + $1.percent }
        shares = meals.map { $0.percent / sum }
    }

    func targetKcal(of meal: Int) -> Double { target.dailyKcal * shares[meal] }
}

/// What may stand in a menu: so many portions of a food in one meal.
struct Choice {
    /// More of one food is no longer a portion of it.
    private static let quantities = 1...3
    /// More than one portion must not become more than this.
    private static let gramsMax = 750.0

    /// Numbers of the food among the foods, and of the meal among those of the day.
    let food: Int
    let meal: Int
    let portion: Portion
    let quantity: Int
    let grams: Double
    let nutrients: PlanNutrients

    /// All choices that some of the foods give, except those that alone have more energy than so many times a meal's share.
    static func all(of numbers: [Int], _ foods: [PlanCandidate], _ task: DayTask, sharesMax: Double) -> [Choice] {
        numbers.flatMap { number -> [Choice] in
            let food = foods[number]
            let servings = servings(of: food)
            return task.meals.indices.filter { food.meals?.contains(task.meals[$0]) ?? true }.flatMap { meal in
                servings.filter { $0.nutrients.kcal <= sharesMax * task.targetKcal(of: meal) }.map { serving in
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

    private typealias Serving = (portion: Portion, quantity: Int, grams: Double, nutrients: PlanNutrients)

    private static func servings(of food: PlanCandidate) -> [Serving] {
        food.portions.flatMap { portion in
            quantities.map { quantity -> Serving in
                let grams = (portion.grams * Double(quantity)).inHundredths
                return (portion, quantity, grams, food.per100G.of(grams: grams))
            }
            .filter { $0.quantity == 1 || $0.grams <= gramsMax }
        }
    }
}
