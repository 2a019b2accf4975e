package import Calendar
package import JSONCoding

/// One day of a diary: entries, the target in force, and the remaining amounts.
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

    /// The week that contains the day, by the user's first day of the week.
    package struct Week: Codable, Sendable, Equatable {
        package var from: PlainDate
        package var kcal: Double
        @Nullable package var targetKcal: Int?
        @Nullable package var remaining: Double?
        /// The totals of its seven days.
        package var totals: Nutrients
        /// Nutrients with too low a total, because they are unknown for some entry.
        package var incomplete: [String]
        /// The sum of the targets of its seven days.
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
    /// Nutrients with too low a total, because they are unknown for some entry.
    package var incomplete: [String]
    @Nullable package var target: DayTarget?
    @Nullable package var remaining: Nutrients?
    package var week: Week
    /// Energy of the day's exercise, not included in target or remainder; null if unknown.
    @Nullable package var exerciseKcal: Double?
    /// Water drunk, in millilitres.
    package var waterMl: Int
    /// The user's note on the day; empty if there is none.
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
