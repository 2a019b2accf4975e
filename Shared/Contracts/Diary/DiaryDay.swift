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

        package init(from: PlainDate, kcal: Double, targetKcal: Int?, remaining: Double?) {
            self.from = from
            self.kcal = kcal
            self._targetKcal = Nullable(wrappedValue: targetKcal)
            self._remaining = Nullable(wrappedValue: remaining)
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

/// Consumed energy against targets over a span of days.
package struct Progress: Codable, Sendable, Equatable {
    /// One day, week or month, as far as it lies within the span asked for.
    package struct Item: Codable, Sendable, Equatable {
        package var from: PlainDate
        package var to: PlainDate
        package var kcal: Double
        @Nullable package var targetKcal: Int?
        package var proteinG: Double
        package var fatG: Double
        package var carbohydrateG: Double
        package var loggedDays: Int

        package init(
            from: PlainDate,
            to: PlainDate,
            kcal: Double,
            targetKcal: Int?,
            proteinG: Double,
            fatG: Double,
            carbohydrateG: Double,
            loggedDays: Int
        ) {
            self.from = from
            self.to = to
            self.kcal = kcal
            self._targetKcal = Nullable(wrappedValue: targetKcal)
            self.proteinG = proteinG
            self.fatG = fatG
            self.carbohydrateG = carbohydrateG
            self.loggedDays = loggedDays
        }
    }

    /// Means over the days on which something was logged; null when there is none.
    package struct Averages: Codable, Sendable, Equatable {
        @Nullable package var kcal: Double?
        @Nullable package var targetKcal: Double?

        package init(kcal: Double?, targetKcal: Double?) {
            self._kcal = Nullable(wrappedValue: kcal)
            self._targetKcal = Nullable(wrappedValue: targetKcal)
        }
    }

    /// Unbroken runs of days that end with the last day of the span, or the day before it.
    package struct Streaks: Codable, Sendable, Equatable {
        /// Days on which something was logged.
        package var logged: Int
        /// Days within 10 % of the target.
        package var onTarget: Int

        package init(logged: Int, onTarget: Int) {
            self.logged = logged
            self.onTarget = onTarget
        }
    }

    package var items: [Item]
    package var averages: Averages
    package var streaks: Streaks

    package init(items: [Item], averages: Averages, streaks: Streaks) {
        self.items = items
        self.averages = averages
        self.streaks = streaks
    }
}
