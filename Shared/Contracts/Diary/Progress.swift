package import Calendar
package import JSONCoding

/// Intake against targets over a period, with the trend of the weight.
package struct Progress: Codable, Sendable, Equatable {
    /// One day, week or month, as far as it is within the requested period.
    package struct Item: Codable, Sendable, Equatable {
        package var from: PlainDate
        package var to: PlainDate
        package var kcal: Double
        @Nullable package var targetKcal: Int?
        package var proteinG: Double
        package var fatG: Double
        package var carbohydrateG: Double
        /// Null, like the next two, if it is unknown for all entries.
        @Nullable package var fiberG: Double?
        @Nullable package var sugarG: Double?
        @Nullable package var saltG: Double?
        /// Nutrients with too low a sum, because they are unknown for some entry.
        package var incomplete: [String]
        @Nullable package var targetProteinG: Double?
        @Nullable package var targetFatG: Double?
        @Nullable package var targetCarbohydrateG: Double?
        package var loggedDays: Int

        package init(
            from: PlainDate,
            to: PlainDate,
            totals: Nutrients,
            incomplete: [String],
            target: DayTarget?,
            loggedDays: Int
        ) {
            self.from = from
            self.to = to
            kcal = totals.kcal
            self._targetKcal = Nullable(wrappedValue: target?.dailyKcal)
            proteinG = totals.proteinG ?? 0
            fatG = totals.fatG ?? 0
            carbohydrateG = totals.carbohydrateG ?? 0
            self._fiberG = Nullable(wrappedValue: totals.fiberG)
            self._sugarG = Nullable(wrappedValue: totals.sugarG)
            self._saltG = Nullable(wrappedValue: totals.saltG)
            self.incomplete = incomplete
            self._targetProteinG = Nullable(wrappedValue: target?.proteinG)
            self._targetFatG = Nullable(wrappedValue: target?.fatG)
            self._targetCarbohydrateG = Nullable(wrappedValue: target?.carbohydrateG)
            self.loggedDays = loggedDays
        }
    }

    /// Means over the logged days; for a nutrient, over those logged days on which it is known.
    ///
    /// Null if there are none.
    package struct Averages: Codable, Sendable, Equatable {
        @Nullable package var kcal: Double?
        @Nullable package var targetKcal: Double?
        @Nullable package var proteinG: Double?
        @Nullable package var fatG: Double?
        @Nullable package var carbohydrateG: Double?
        @Nullable package var fiberG: Double?
        @Nullable package var sugarG: Double?
        @Nullable package var saltG: Double?

        /// Creates averages without values.
        package init() {
            self._kcal = Nullable(wrappedValue: nil)
            self._targetKcal = Nullable(wrappedValue: nil)
            self._proteinG = Nullable(wrappedValue: nil)
            self._fatG = Nullable(wrappedValue: nil)
            self._carbohydrateG = Nullable(wrappedValue: nil)
            self._fiberG = Nullable(wrappedValue: nil)
            self._sugarG = Nullable(wrappedValue: nil)
            self._saltG = Nullable(wrappedValue: nil)
        }
    }

    /// Streaks of consecutive days that end on the last day of the period, or on the day before it.
    package struct Streaks: Codable, Sendable, Equatable {
        /// Days with entries.
        package var logged: Int
        /// Days within 10 % of the target.
        package var onTarget: Int

        package init(logged: Int, onTarget: Int) {
            self.logged = logged
            self.onTarget = onTarget
        }
    }

    /// The weight at the end of one day, week or month.
    package struct WeightPoint: Codable, Sendable, Equatable {
        /// The last day of the interval.
        package var date: PlainDate
        /// The newest weight measured in the interval; null if there is none.
        @Nullable package var weightKg: Double?
        /// The smoothed weight at the end of the interval.
        package var trendKg: Double

        package init(date: PlainDate, weightKg: Double?, trendKg: Double) {
            self.date = date
            self._weightKg = Nullable(wrappedValue: weightKg)
            self.trendKg = trendKg
        }
    }

    package var items: [Item]
    package var averages: Averages
    package var streaks: Streaks
    /// From the interval of the first weight to that of the last one in the period; empty without weights.
    package var weightTrend: [WeightPoint]

    package init(items: [Item], averages: Averages, streaks: Streaks, weightTrend: [WeightPoint]) {
        self.items = items
        self.averages = averages
        self.streaks = streaks
        self.weightTrend = weightTrend
    }
}
