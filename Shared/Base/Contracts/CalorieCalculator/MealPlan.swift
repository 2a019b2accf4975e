public import JSONCoding

/// A menu, and whether it meets the request.
public struct MealPlan: Codable, Sendable, Equatable {
    /// Whether every meal has food and every day meets its target: energy within 3 % and macronutrients within 10 %.
    public var fits: Bool
    /// The reasons why it does not fit, and the constraints that were relaxed to make it fit.
    public var reasons: [PlanReason]
    public var days: [PlannedDay]

    public init(fits: Bool, reasons: [PlanReason], days: [PlannedDay]) {
        self.fits = fits
        self.reasons = reasons
        self.days = days
    }
}

/// The meals of a day.
public struct PlannedDay: Codable, Sendable, Equatable {
    /// From 1.
    public var day: Int
    public var fits: Bool
    public var target: PlanTarget
    public var totals: PlanNutrients
    public var deviations: PlanDeviations
    public var meals: [PlannedMeal]

    public init(
        day: Int,
        fits: Bool,
        target: PlanTarget,
        totals: PlanNutrients,
        deviations: PlanDeviations,
        meals: [PlannedMeal]
    ) {
        self.day = day
        self.fits = fits
        self.target = target
        self.totals = totals
        self.deviations = deviations
        self.meals = meals
    }
}

/// The deviation of each total from its target, in percent: positive if too high, negative if too low.
///
/// Null where there is no target, or where a target of 0 is exceeded.
public struct PlanDeviations: Codable, Sendable, Equatable {
    @Nullable public var kcalPercent: Double?
    @Nullable public var proteinPercent: Double?
    @Nullable public var fatPercent: Double?
    @Nullable public var carbohydratePercent: Double?

    public init(kcalPercent: Double?, proteinPercent: Double?, fatPercent: Double?, carbohydratePercent: Double?) {
        self.kcalPercent = kcalPercent
        self.proteinPercent = proteinPercent
        self.fatPercent = fatPercent
        self.carbohydratePercent = carbohydratePercent
    }
}

/// A meal of the menu.
public struct PlannedMeal: Codable, Sendable, Equatable {
    public var meal: Meal
    /// The meal's share of the day's energy.
    public var targetKcal: Double
    public var totals: PlanNutrients
    public var items: [PlannedItem]

    public init(meal: Meal, targetKcal: Double, totals: PlanNutrients, items: [PlannedItem]) {
        self.meal = meal
        self.targetKcal = targetKcal
        self.totals = totals
        self.items = items
    }
}

/// A food of a meal: a multiple of one of its portions.
public struct PlannedItem: Codable, Sendable, Equatable {
    public var foodId: FoodID
    public var name: String
    /// The address of the food's picture, a path on this server; only in replies, and never stored.
    public var picture: String?
    /// The name of the portion, the same in all languages.
    public var portion: String
    /// What to show instead of `portion` in the user's language; omitted if it has no other name there.
    ///
    /// Only in replies, and never stored.
    public var portionLabel: String?
    public var quantity: Int
    public var grams: Double
    /// The nutrients of that many grams.
    public var nutrients: PlanNutrients

    public init(
        foodId: FoodID,
        name: String,
        portion: String,
        quantity: Int,
        grams: Double,
        nutrients: PlanNutrients
    ) {
        self.foodId = foodId
        self.name = name
        self.portion = portion
        self.quantity = quantity
        self.grams = grams
        self.nutrients = nutrients
    }
}

/// A remark about a menu.
public struct PlanReason: Codable, Sendable, Equatable {
    /// The meaning of a remark; `day` starts at 1.
    public enum Code: String, Codable, Sendable, CaseIterable {
        /// `day`, `nutrient`, `target`, `reached`, `percent`: the menu misses this target of the day.
        case targetMissed
        /// `day`: these foods provably cannot meet the target.
        case outOfReach
        /// `day`: no menu was found that meets the target, although one may exist.
        case notFound
        /// `macrosKcal`, `dailyKcal`: the energy of the target's macronutrients differs from the target's energy.
        case targetContradictory
        /// `meal`: none of the foods is suitable for it.
        case mealWithoutFood
        /// `left`, `allergens`, `unknownAllergens`, `dislikes`: the number of foods left to choose from, and of those
        /// excluded for each reason.
        case foodsLeft
        /// `count`: foods excluded because it is unknown whether they contain an excluded allergen.
        case allergensUnknown
        /// `day`: foods and categories repeat more often than they should.
        case varietyRelaxed
        /// `day`, `meal`, `targetKcal`, `kcal`: a meal is much larger or smaller than its share.
        case mealShareRelaxed
    }

    public var code: Code
    public var params: [String: String]

    public init(_ code: Code, params: [String: String] = [:]) {
        self.code = code
        self.params = params
    }
}
