/// Makes a menu for some days out of given foods, so that it meets a target of energy and macronutrients.
///
/// Pure: the same request gives the same menu on any worker, unless the time runs out. It keeps a processor busy for
/// some tenths of a second for each day, so it has a queue of its own.
package struct CalculatorPlan: Contract {
    package typealias Reply = MealPlan

    // For users: who only passes by must not be able to keep processors busy.
    package static let method = Method("calculator.plan", of: .calculatorPlan, .read, .user, timeoutMs: 30_000)

    /// How many days to plan.
    package var days: Int
    /// One for all days, or one for each.
    package var targets: [PlanTarget]
    /// The meals of a day; ``MealShare/usual`` where they are left out.
    package var meals: [MealShare]?
    /// The foods to choose from.
    package var candidates: [PlanCandidate]
    /// What must not be in any food; foods of which it is not known are left out too.
    package var excludedAllergens: [String]?
    /// Words of names, categories and tags that are not wanted, in singular or plural; of several words, all must be there.
    package var dislikes: [String]?
    /// Another seed gives another menu; 0 where it is left out.
    package var seed: Int?

    package init(
        days: Int,
        targets: [PlanTarget],
        meals: [MealShare]? = nil,
        candidates: [PlanCandidate],
        excludedAllergens: [String]? = nil,
        dislikes: [String]? = nil,
        seed: Int? = nil
    ) {
        self.days = days
        self.targets = targets
        self.meals = meals
        self.candidates = candidates
        self.excludedAllergens = excludedAllergens
        self.dislikes = dislikes
        self.seed = seed
    }
}

/// What is to be eaten in a day; a macronutrient that is left out may be any.
package struct PlanTarget: Codable, Sendable, Equatable {
    package var dailyKcal: Double
    package var proteinG: Double?
    package var fatG: Double?
    package var carbohydrateG: Double?

    package init(dailyKcal: Double, proteinG: Double? = nil, fatG: Double? = nil, carbohydrateG: Double? = nil) {
        self.dailyKcal = dailyKcal
        self.proteinG = proteinG
        self.fatG = fatG
        self.carbohydrateG = carbohydrateG
    }
}

/// A meal, and how much of the day's energy it is to give.
package struct MealShare: Codable, Sendable, Equatable {
    package static let usual = [
        MealShare(.breakfast, percent: 25), MealShare(.lunch, percent: 35), MealShare(.dinner, percent: 30),
        MealShare(.snack, percent: 10),
    ]

    package var meal: Meal
    package var percent: Double

    package init(_ meal: Meal, percent: Double) {
        self.meal = meal
        self.percent = percent
    }
}

/// A food that may be in a menu.
package struct PlanCandidate: Codable, Sendable, Equatable {
    package var foodId: FoodID
    package var name: String
    package var category: String?
    /// Energy and macronutrients of 100 g.
    package var per100G: PlanNutrients
    /// What the food is naturally eaten in: a menu has whole multiples of one of these.
    package var portions: [Portion]
    /// The meals in which it is natural; all where they are left out.
    package var meals: [Meal]?
    /// Null where it is not known; empty where there are none.
    package var allergens: [String]?
    package var tags: [String]?

    package init(
        foodId: FoodID,
        name: String,
        category: String? = nil,
        per100G: PlanNutrients,
        portions: [Portion],
        meals: [Meal]? = nil,
        allergens: [String]? = nil,
        tags: [String]? = nil
    ) {
        self.foodId = foodId
        self.name = name
        self.category = category
        self.per100G = per100G
        self.portions = portions
        self.meals = meals
        self.allergens = allergens
        self.tags = tags
    }
}

/// Energy and the macronutrients in grams, all of them known.
package struct PlanNutrients: Codable, Sendable, Equatable {
    package var kcal: Double
    package var proteinG: Double
    package var fatG: Double
    package var carbohydrateG: Double

    package init(kcal: Double, proteinG: Double, fatG: Double, carbohydrateG: Double) {
        self.kcal = kcal
        self.proteinG = proteinG
        self.fatG = fatG
        self.carbohydrateG = carbohydrateG
    }
}

/// What a plan may be asked for.
package enum PlanLimits {
    /// A week: variety is a matter of one week, and a longer plan is several.
    package static let days = 1...7
    /// Enough for variety; more would only make the search longer and the message larger.
    package static let candidatesMax = 400
    /// From less than any diet to more than any athlete.
    package static let dailyKcal = 200.0...20_000.0
    package static let macroG = 0.0...2_000.0
    package static let sharePercent = 1.0...100.0
    /// Shares of 33.3 % three times are the whole day.
    package static let sharesSumPercent = 99.0...101.0
    /// Fat has 9 kcal per gram; tables round.
    package static let kcalPer100G = 0.0...1_000.0
    package static let macroPer100G = 0.0...105.0
    package static let portionsMax = 3
    package static let portionCounts = 1...portionsMax
    /// From a pinch to a large bottle.
    package static let portionG = 0.1...2_000.0
    package static let textLength = 1...200
    package static let tagsMax = 40
    package static let wordsMax = 100
}
