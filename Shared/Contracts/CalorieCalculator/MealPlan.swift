/// A menu, and whether it is what was asked for.
package struct MealPlan: Codable, Sendable, Equatable {
    /// Whether every meal has food and every day keeps to its target, energy within 3 % and macronutrients within 10 %.
    package var fits: Bool
    /// Why it does not fit, and what was given up for it to fit.
    package var reasons: [PlanReason]
    package var days: [PlannedDay]

    package init(fits: Bool, reasons: [PlanReason], days: [PlannedDay]) {
        self.fits = fits
        self.reasons = reasons
        self.days = days
    }
}

/// The meals of a day.
package struct PlannedDay: Codable, Sendable, Equatable {
    /// From 1.
    package var day: Int
    package var fits: Bool
    package var target: PlanTarget
    package var totals: PlanNutrients
    package var deviations: PlanDeviations
    package var meals: [PlannedMeal]

    package init(
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

/// By how many percent of its target a total is too high or, below 0, too low.
///
/// Null where there is no target, or where a target of 0 is exceeded.
package struct PlanDeviations: Codable, Sendable, Equatable {
    @Nullable package var kcalPercent: Double?
    @Nullable package var proteinPercent: Double?
    @Nullable package var fatPercent: Double?
    @Nullable package var carbohydratePercent: Double?

    package init(kcalPercent: Double?, proteinPercent: Double?, fatPercent: Double?, carbohydratePercent: Double?) {
        _kcalPercent = Nullable(wrappedValue: kcalPercent)
        _proteinPercent = Nullable(wrappedValue: proteinPercent)
        _fatPercent = Nullable(wrappedValue: fatPercent)
        _carbohydratePercent = Nullable(wrappedValue: carbohydratePercent)
    }
}

/// What a meal consists of.
package struct PlannedMeal: Codable, Sendable, Equatable {
    package var meal: Meal
    /// The meal's share of the day's energy.
    package var targetKcal: Double
    package var totals: PlanNutrients
    package var items: [PlannedItem]

    package init(meal: Meal, targetKcal: Double, totals: PlanNutrients, items: [PlannedItem]) {
        self.meal = meal
        self.targetKcal = targetKcal
        self.totals = totals
        self.items = items
    }
}

/// A food of a meal: so many of one of its portions.
package struct PlannedItem: Codable, Sendable, Equatable {
    package var foodId: FoodID
    package var name: String
    package var portion: String
    package var quantity: Int
    package var grams: Double
    /// Of that many grams.
    package var nutrients: PlanNutrients

    package init(
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

/// Something that the reader of a menu should know.
package struct PlanReason: Codable, Sendable, Equatable {
    /// What there is to know; `day` is from 1.
    package enum Code: String, Codable, Sendable, CaseIterable {
        /// `day`, `nutrient`, `target`, `reached`, `percent`: the menu misses this target of the day.
        case targetMissed
        /// `day`: it is proved that these foods cannot meet the target.
        case outOfReach
        /// `day`: no menu was found that meets the target, though there may be one.
        case notFound
        /// `macrosKcal`, `dailyKcal`: the target's macronutrients have another energy than the target.
        case targetContradictory
        /// `meal`: none of the foods is natural in it.
        case mealWithoutFood
        /// `left`, `allergens`, `unknownAllergens`, `dislikes`: how many foods were left to choose from, and how many
        /// were left out for what.
        case foodsLeft
        /// `count`: foods that were left out because nobody knows whether they have an excluded allergen.
        case allergensUnknown
        /// `day`: foods and categories come more often than they should.
        case varietyRelaxed
        /// `day`, `meal`, `targetKcal`, `kcal`: a meal is much larger or smaller than its share.
        case mealShareRelaxed
    }

    package var code: Code
    package var params: [String: String]

    package init(_ code: Code, params: [String: String] = [:]) {
        self.code = code
        self.params = params
    }
}
