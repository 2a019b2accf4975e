/// Finds foods that can replace a dish of a menu, those with which the day best meets its target first.
///
/// Pure, and takes milliseconds, so it does not wait behind menus.
package struct CalculatorAlternatives: Contract {
    package struct Reply: Codable, Sendable, Equatable {
        package var items: [PlanAlternative]

        package init(items: [PlanAlternative]) {
            self.items = items
        }
    }

    package static let method = Method("calculator.alternatives", of: .calculator, .read, .user)

    package static let rules: Rules<Self> = [
        .words(\.categories, max: PlanLimits.dishesPerDayMax),
        .words(\.excludedAllergens, max: PlanLimits.wordsMax),
        .words(\.dislikes, max: PlanLimits.wordsMax),
        .planCandidates(\.candidates),
        .range(\.limit, PlanLimits.alternatives),
    ]

    /// The target of the day with the dish.
    package var target: PlanTarget
    /// The meals of the day.
    package var meals: [PlannedMeal]
    /// The food of the dish.
    package var foodId: FoodID
    /// The categories of the day's other dishes, each as often as dishes have it: a day has few foods of one category.
    package var categories: [String]
    /// The foods to choose from.
    package var candidates: [PlanCandidate]
    /// Allergens that no food may contain; foods with unknown allergens are excluded, too.
    package var excludedAllergens: [String]?
    /// Unwanted words, as in ``CalculatorPlan``.
    package var dislikes: [String]?
    /// The maximum number of foods.
    package var limit: Int

    package init(
        day: PlannedDay,
        foodId: FoodID,
        categories: [String],
        candidates: [PlanCandidate],
        excludedAllergens: [String]? = nil,
        dislikes: [String]? = nil,
        limit: Int
    ) {
        target = day.target
        meals = day.meals
        self.foodId = foodId
        self.categories = categories
        self.candidates = candidates
        self.excludedAllergens = excludedAllergens
        self.dislikes = dislikes
        self.limit = limit
    }
}

/// A dish that can replace another one, and the day with it.
public struct PlanAlternative: Codable, Sendable, Equatable {
    /// The food, in the amount that suits the day best.
    public var dish: PlannedItem
    /// Whether the day meets its target with it.
    public var fits: Bool
    /// The nutrients of the day with it.
    public var totals: PlanNutrients
    /// The deviation of those from the day's target.
    public var deviations: PlanDeviations

    public init(dish: PlannedItem, fits: Bool, totals: PlanNutrients, deviations: PlanDeviations) {
        self.dish = dish
        self.fits = fits
        self.totals = totals
        self.deviations = deviations
    }
}

extension API {
    /// The contracts of this file.
    static let calculatorAlternatives: [any Contract.Type] = [CalculatorAlternatives.self]
}
