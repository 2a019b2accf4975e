/// Makes a menu for some days from given foods that meets a target of energy and macronutrients.
///
/// Pure: the same request gives the same menu on any worker, unless the time limit is reached. It needs some tenths of
/// a second of processor time per day of the menu, so it has a queue of its own.
package struct CalculatorPlan: Contract {
    package typealias Reply = MealPlan

    // For users only: anonymous callers must not be able to occupy processors.
    package static let method = Method("calculator.plan", of: .calculatorPlan, .read, .user, timeoutMs: 30_000)

    package static let rules: Rules<Self> = [
        .range(\.days, PlanLimits.days),
        .relation(\.targets, .mismatch, "{field} must have one target for all days, or one for each.") {
            $0.targets.count == 1 || $0.targets.count == $0.days
        },
        .each(\.targets, PlanTarget.rules, first: PlanLimits.days.upperBound),
        .mealShares(\.meals),
        .words(\.excludedAllergens, max: PlanLimits.wordsMax),
        .words(\.dislikes, max: PlanLimits.wordsMax),
        .planCandidates(\.candidates),
    ]

    /// Number of days to plan.
    package var days: Int
    /// One target for all days, or one for each.
    package var targets: [PlanTarget]
    /// The meals of a day; ``MealShare/usual`` by default.
    package var meals: [MealShare]?
    /// The foods to choose from.
    package var candidates: [PlanCandidate]
    /// Allergens that no food may contain; foods with unknown allergens are excluded, too.
    package var excludedAllergens: [String]?
    /// Unwanted words in names, categories and tags, in singular or plural; a phrase matches if all its words occur.
    package var dislikes: [String]?
    /// Another seed gives another menu; 0 by default.
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

/// The targets of a day; a missing macronutrient is unconstrained.
public struct PlanTarget: Codable, Sendable, Equatable {
    package static let rules: Rules<Self> = [
        .range(\.dailyKcal, PlanLimits.dailyKcal),
        .range(\.proteinG, PlanLimits.macroG),
        .range(\.fatG, PlanLimits.macroG),
        .range(\.carbohydrateG, PlanLimits.macroG),
    ]

    public var dailyKcal: Double
    public var proteinG: Double?
    public var fatG: Double?
    public var carbohydrateG: Double?

    public init(dailyKcal: Double, proteinG: Double? = nil, fatG: Double? = nil, carbohydrateG: Double? = nil) {
        self.dailyKcal = dailyKcal
        self.proteinG = proteinG
        self.fatG = fatG
        self.carbohydrateG = carbohydrateG
    }
}

/// A meal and its share of the day's energy.
public struct MealShare: Codable, Sendable, Equatable {
    public static let usual = [
        MealShare(.breakfast, percent: 25), MealShare(.lunch, percent: 35), MealShare(.dinner, percent: 30),
        MealShare(.snack, percent: 10),
    ]

    static let rules: Rules<Self> = [.range(\.percent, PlanLimits.sharePercent)]

    public var meal: Meal
    public var percent: Double

    public init(_ meal: Meal, percent: Double) {
        self.meal = meal
        self.percent = percent
    }
}

/// A food that the menu may contain.
package struct PlanCandidate: Codable, Sendable, Equatable {
    static let rules: Rules<Self> = [
        .length(\.name, PlanLimits.textLength),
        .length(\.category, PlanLimits.textLength),
        .inside(\.per100G, PlanNutrients.rules),
        .items(
            \.portions,
            PlanLimits.portionCounts,
            .outOfRange,
            "{field} must be from \(PlanLimits.portionCounts.lowerBound) to \(PlanLimits.portionsMax).",
            ["min": "\(PlanLimits.portionCounts.lowerBound)", "max": "\(PlanLimits.portionsMax)"]
        ),
        .field(
            \.portions,
            [("[].name", .length(PlanLimits.textLength)), ("[].grams", .range(PlanLimits.portionG))]
        ) { portions, name, checker in
            for portion in portions.prefix(PlanLimits.portionsMax) {
                checker.require(portion.name, length: PlanLimits.textLength, name)
                checker.require(portion.grams, in: PlanLimits.portionG, name)
            }
        },
        .words(\.allergens, max: PlanLimits.tagsMax),
        .words(\.tags, max: PlanLimits.tagsMax),
    ]

    package var foodId: FoodID
    package var name: String
    package var category: String?
    /// Energy and macronutrients of 100 g.
    package var per100G: PlanNutrients
    /// The portions in which the food is usually eaten: a menu contains whole multiples of one of these.
    package var portions: [Portion]
    /// The meals for which the food is suitable; all by default.
    package var meals: [Meal]?
    /// Null if unknown; empty if there are none.
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

/// Energy in kcal and macronutrients in grams, all known.
public struct PlanNutrients: Codable, Sendable, Equatable {
    static let rules: Rules<Self> = [
        .range(\.kcal, PlanLimits.kcalPer100G),
        .range(\.proteinG, PlanLimits.macroPer100G),
        .range(\.fatG, PlanLimits.macroPer100G),
        .range(\.carbohydrateG, PlanLimits.macroPer100G),
    ]

    public var kcal: Double
    public var proteinG: Double
    public var fatG: Double
    public var carbohydrateG: Double

    public init(kcal: Double, proteinG: Double, fatG: Double, carbohydrateG: Double) {
        self.kcal = kcal
        self.proteinG = proteinG
        self.fatG = fatG
        self.carbohydrateG = carbohydrateG
    }
}

/// The accepted ranges of a request for a menu.
package enum PlanLimits {
    /// A week: variety is judged within one week, and a longer plan consists of several.
    package static let days = 1...7
    /// Enough for variety; more would only lengthen the search and enlarge the message.
    package static let candidatesMax = 400
    /// Errors after which no more foods are checked: the reply has to fit into a message.
    package static let candidateErrorsMax = 50
    /// From below any diet to above any athlete's intake.
    package static let dailyKcal = 200.0...20_000.0
    package static let macroG = 0.0...2_000.0
    package static let sharePercent = 1.0...100.0
    /// The tolerance accepts three shares of 33.3 %.
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
    /// Unicode scalars of the name of a plan; it is the title of a screen.
    package static let nameLength = 1...100
    /// Portions of a dish: a menu has up to three, and food for several days is not more.
    package static let quantity = 1...10
    /// The share of a meal in the energy of a day.
    package static let mealKcal = 0.0...dailyKcal.upperBound
    /// Four meals of five dishes: a longer list takes too long to cook.
    package static let dishesPerDayMax = 20
    /// All dishes of a week.
    package static let dishesMax = days.upperBound * dishesPerDayMax
    /// Number of foods that can replace a dish: few enough to choose from, and one is enough to exchange it.
    package static let alternatives = 1...30
}

extension API {
    /// The contracts of this file.
    static let calculatorPlan: [any Contract.Type] = [CalculatorPlan.self]
}
