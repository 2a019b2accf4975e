public import Calendar
public import JSONCoding

/// Intake against targets over a period, with the trend of the weight.
public struct Progress: Codable, Sendable, Equatable {
    /// One day, week or month, as far as it is within the requested period.
    public struct Item: Codable, Sendable, Equatable {
        public var from: PlainDate
        public var to: PlainDate
        public var kcal: Double
        @Nullable public var targetKcal: Int?
        public var proteinG: Double
        public var fatG: Double
        public var carbohydrateG: Double
        /// Null, like the next two, if it is unknown for all entries.
        @Nullable public var fiberG: Double?
        @Nullable public var sugarG: Double?
        @Nullable public var saltG: Double?
        /// Nutrients with too low a sum, because they are unknown for some entry.
        public var incomplete: [String]
        @Nullable public var targetProteinG: Double?
        @Nullable public var targetFatG: Double?
        @Nullable public var targetCarbohydrateG: Double?
        public var loggedDays: Int

        public init(
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
            self.targetKcal = target?.dailyKcal
            proteinG = totals.proteinG ?? 0
            fatG = totals.fatG ?? 0
            carbohydrateG = totals.carbohydrateG ?? 0
            self.fiberG = totals.fiberG
            self.sugarG = totals.sugarG
            self.saltG = totals.saltG
            self.incomplete = incomplete
            self.targetProteinG = target?.proteinG
            self.targetFatG = target?.fatG
            self.targetCarbohydrateG = target?.carbohydrateG
            self.loggedDays = loggedDays
        }
    }

    /// Means over the logged days; for a nutrient, over those logged days on which it is known.
    ///
    /// Null if there are none.
    public struct Averages: Codable, Sendable, Equatable {
        @Nullable public var kcal: Double?
        @Nullable public var targetKcal: Double?
        @Nullable public var proteinG: Double?
        @Nullable public var fatG: Double?
        @Nullable public var carbohydrateG: Double?
        @Nullable public var fiberG: Double?
        @Nullable public var sugarG: Double?
        @Nullable public var saltG: Double?

        /// Creates averages without values.
        public init() {
            self.kcal = nil
            self.targetKcal = nil
            self.proteinG = nil
            self.fatG = nil
            self.carbohydrateG = nil
            self.fiberG = nil
            self.sugarG = nil
            self.saltG = nil
        }
    }

    /// Streaks of consecutive days that end on the last day of the period, or on the day before it.
    ///
    /// The last day ends a streak only if the user has marked it as complete.
    public struct Streaks: Codable, Sendable, Equatable {
        /// Days with entries.
        public var logged: Int
        /// Days within 10 % of the target.
        public var onTarget: Int

        public init(logged: Int, onTarget: Int) {
            self.logged = logged
            self.onTarget = onTarget
        }
    }

    /// The weight at the end of one day, week or month.
    public struct WeightPoint: Codable, Sendable, Equatable {
        /// The last day of the interval.
        public var date: PlainDate
        /// The newest weight measured in the interval; null if there is none.
        @Nullable public var weightKg: Double?
        /// The smoothed weight at the end of the interval.
        public var trendKg: Double

        public init(date: PlainDate, weightKg: Double?, trendKg: Double) {
            self.date = date
            self.weightKg = weightKg
            self.trendKg = trendKg
        }
    }

    public var items: [Item]
    public var averages: Averages
    public var streaks: Streaks
    /// The most consecutive days with entries, from the first day of the diary to the end of the period.
    public var longestStreak: Int
    /// From the interval of the first weight to that of the last one in the period; empty without weights.
    public var weightTrend: [WeightPoint]

    public init(
        items: [Item],
        averages: Averages,
        streaks: Streaks,
        longestStreak: Int = 0,
        weightTrend: [WeightPoint]
    ) {
        self.items = items
        self.averages = averages
        self.streaks = streaks
        self.longestStreak = longestStreak
        self.weightTrend = weightTrend
    }
}
