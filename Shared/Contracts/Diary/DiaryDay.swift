/// One day: what was eaten, the target in force, and what remains.
package struct DiaryDay: Codable, Sendable, Equatable {
    /// The entries of one meal.
    package struct MealEntries: Codable, Sendable, Equatable {
        package var meal: Meal
        package var entries: [DiaryEntry]
        package var totals: Nutrients

        package init(meal: Meal, entries: [DiaryEntry], totals: Nutrients) {
            self.meal = meal
            self.entries = entries
            self.totals = totals
        }
    }

    /// The week to which the day belongs, by the user's start of the week.
    package struct Week: Codable, Sendable, Equatable {
        package var from: PlainDate
        package var kcal: Double
        @Nullable package var targetKcal: Int?
        @Nullable package var remaining: Double?
        /// What its seven days add up to.
        package var totals: Nutrients
        /// Nutrients whose total is too low, because an entry does not know them.
        package var incomplete: [String]
        /// The targets of its seven days together.
        @Nullable package var target: DayTarget?
        @Nullable package var remainingNutrients: Nutrients?

        package init(
            from: PlainDate,
            totals: Nutrients,
            incomplete: [String],
            target: DayTarget?,
            remaining: Nutrients?
        ) {
            self.from = from
            kcal = totals.kcal
            self._targetKcal = Nullable(wrappedValue: target?.dailyKcal)
            self._remaining = Nullable(wrappedValue: remaining?.kcal)
            self.totals = totals
            self.incomplete = incomplete
            self._target = Nullable(wrappedValue: target)
            self._remainingNutrients = Nullable(wrappedValue: remaining)
        }
    }

    package var date: PlainDate
    package var meals: [MealEntries]
    package var totals: Nutrients
    /// Nutrients whose total is too low, because an entry does not know them.
    package var incomplete: [String]
    @Nullable package var target: DayTarget?
    @Nullable package var remaining: Nutrients?
    package var week: Week
    /// What the day's exercise took, which no target or rest counts; null when nothing is known of any.
    @Nullable package var exerciseKcal: Double?
    /// What was drunk, in millilitres.
    package var waterMl: Int
    /// What the person wrote of the day; empty for nothing.
    package var note: String

    package init(
        date: PlainDate,
        meals: [MealEntries],
        totals: Nutrients,
        incomplete: [String],
        target: DayTarget?,
        remaining: Nutrients?,
        week: Week,
        exerciseKcal: Double? = nil,
        waterMl: Int = 0,
        note: String = ""
    ) {
        self.date = date
        self.meals = meals
        self.totals = totals
        self.incomplete = incomplete
        self._target = Nullable(wrappedValue: target)
        self._remaining = Nullable(wrappedValue: remaining)
        self.week = week
        self._exerciseKcal = Nullable(wrappedValue: exerciseKcal)
        self.waterMl = waterMl
        self.note = note
    }
}

/// The target in force on one day.
package struct DayTarget: Codable, Sendable, Equatable {
    package var dailyKcal: Int
    package var proteinG: Double
    package var fatG: Double
    package var carbohydrateG: Double

    package init(dailyKcal: Int, proteinG: Double, fatG: Double, carbohydrateG: Double) {
        self.dailyKcal = dailyKcal
        self.proteinG = proteinG
        self.fatG = fatG
        self.carbohydrateG = carbohydrateG
    }
}
