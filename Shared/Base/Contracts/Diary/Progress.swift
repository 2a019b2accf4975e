public import Calendar
public import JSONCoding

/// Intake against targets over a period, with the trend of the weight.
public struct Progress: Codable, Sendable, Equatable {
    /// One day, week or month, as far as it is within the requested period.
    public struct Item: FlatNutrientRecord {
        public struct Fields: Codable, Sendable, Equatable {
            public var from: PlainDate
            public var to: PlainDate
            public var kcal: Double
            @Nullable public var targetKcal: Int?
        }

        /// The fields after the amounts.
        public struct Rest: Codable, Sendable, Equatable {
            /// Nutrients with too low a sum, because they are unknown for some entry.
            public var incomplete: [String]
            @Nullable public var targetProteinG: Double?
            @Nullable public var targetFatG: Double?
            @Nullable public var targetCarbohydrateG: Double?
            public var loggedDays: Int
        }

        public var fields: Fields
        /// Nil if it is unknown for all entries; protein, fat and carbohydrate are 0 then.
        public var amounts: NutrientAmounts
        public var rest: Rest

        public init(
            from: PlainDate,
            to: PlainDate,
            totals: Nutrients,
            incomplete: [String],
            target: DayTarget?,
            loggedDays: Int
        ) {
            fields = Fields(from: from, to: to, kcal: totals.kcal, targetKcal: target?.dailyKcal)
            amounts = NutrientAmounts { totals[$0] ?? (Self.isNeverNull($0) ? 0 : nil) }
            rest = Rest(
                incomplete: incomplete,
                targetProteinG: target?.proteinG,
                targetFatG: target?.fatG,
                targetCarbohydrateG: target?.carbohydrateG,
                loggedDays: loggedDays
            )
        }

        public var proteinG: Double { amounts.proteinG ?? 0 }
        public var fatG: Double { amounts.fatG ?? 0 }
        public var carbohydrateG: Double { amounts.carbohydrateG ?? 0 }

        public subscript<Value>(dynamicMember field: WritableKeyPath<Rest, Value>) -> Value {
            get { rest[keyPath: field] }
            set { rest[keyPath: field] = newValue }
        }

        private static func isNeverNull(_ nutrient: Nutrient) -> Bool {
            [.protein, .fat, .carbohydrate].contains(nutrient)
        }

        public init(from decoder: any Decoder) throws {
            fields = try Fields(from: decoder)
            let container = try decoder.container(keyedBy: Nutrient.self)
            amounts = try NutrientAmounts { nutrient in
                Self.isNeverNull(nutrient)
                    ? try container.decode(Double.self, forKey: nutrient)
                    : try container.decode(Nullable<Double>.self, forKey: nutrient).wrappedValue
            }
            rest = try Rest(from: decoder)
        }

        public func encode(to encoder: any Encoder) throws {
            try fields.encode(to: encoder)
            try amounts.encode(to: encoder)
            try rest.encode(to: encoder)
        }
    }

    /// Means over the logged days; for a nutrient, over those logged days on which it is known.
    ///
    /// Null if there are none.
    public struct Averages: FlatNutrientRecord {
        public struct Fields: Codable, Sendable, Equatable {
            @Nullable public var kcal: Double?
            @Nullable public var targetKcal: Double?
        }

        public var fields = Fields(kcal: nil, targetKcal: nil)
        public var amounts = NutrientAmounts()

        /// Creates averages without values.
        public init() {}

        public init(from decoder: any Decoder) throws { (fields, amounts) = try Self.parts(from: decoder) }
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
