public import Calendar
public import JSONCoding

/// One day of a diary: entries, the target in force, and the remaining amounts.
public struct DiaryDay: Codable, Sendable, Equatable {
    /// The entries of one meal.
    public struct MealEntries: Codable, Sendable, Equatable {
        public var meal: Meal
        public var entries: [DiaryEntry]
        public var totals: Nutrients

        public init(meal: Meal, entries: [DiaryEntry], totals: Nutrients) {
            self.meal = meal
            self.entries = entries
            self.totals = totals
        }

        private enum CodingKeys: String, CodingKey {
            case meal
            case entries
            case totals
        }

        public func encode(to encoder: any Encoder) throws {
            let fields = FieldEncoder(encoder, CodingKeys.self)
            try fields.encode(meal.rawValue, forKey: .meal)
            try fields.encode(entries, forKey: .entries)
            try fields.encode(totals, forKey: .totals)
        }
    }

    /// The week that contains the day, by the user's first day of the week.
    public struct Week: Codable, Sendable, Equatable {
        public var from: PlainDate
        public var kcal: Double
        @Nullable public var targetKcal: Int?
        @Nullable public var remaining: Double?
        /// The totals of its seven days.
        public var totals: Nutrients
        /// Nutrients with too low a total, because they are unknown for some entry.
        public var incomplete: [String]
        /// The sum of the targets of its seven days.
        @Nullable public var target: DayTarget?
        @Nullable public var remainingNutrients: Nutrients?

        public init(
            from: PlainDate,
            totals: Nutrients,
            incomplete: [String],
            target: DayTarget?,
            remaining: Nutrients?
        ) {
            self.from = from
            kcal = totals.kcal
            self.targetKcal = target?.dailyKcal
            self.remaining = remaining?.kcal
            self.totals = totals
            self.incomplete = incomplete
            self.target = target
            self.remainingNutrients = remaining
        }

        private enum CodingKeys: String, CodingKey {
            case from
            case kcal
            case targetKcal
            case remaining
            case totals
            case incomplete
            case target
            case remainingNutrients
        }

        public func encode(to encoder: any Encoder) throws {
            let fields = FieldEncoder(encoder, CodingKeys.self)
            try fields.encode(from.description, forKey: .from)
            try fields.encode(kcal, forKey: .kcal)
            try fields.encode(nullable: targetKcal, forKey: .targetKcal)
            try fields.encode(nullable: remaining, forKey: .remaining)
            try fields.encode(totals, forKey: .totals)
            try fields.encode(incomplete, forKey: .incomplete)
            try fields.encode(nullable: target, forKey: .target)
            try fields.encode(nullable: remainingNutrients, forKey: .remainingNutrients)
        }
    }

    /// The calendar month that contains the day.
    public struct Month: Codable, Sendable, Equatable {
        public var from: PlainDate
        public var kcal: Double
        /// The sum of the targets of its days.
        @Nullable public var targetKcal: Int?
        @Nullable public var remaining: Double?

        public init(from: PlainDate, kcal: Double, targetKcal: Int?, remaining: Double?) {
            self.from = from
            self.kcal = kcal
            self.targetKcal = targetKcal
            self.remaining = remaining
        }
    }

    public var date: PlainDate
    public var meals: [MealEntries]
    public var totals: Nutrients
    /// Nutrients with too low a total, because they are unknown for some entry.
    public var incomplete: [String]
    @Nullable public var target: DayTarget?
    @Nullable public var remaining: Nutrients?
    public var week: Week
    public var month: Month
    /// Energy of the day's exercise, not included in target or remainder; null if unknown.
    @Nullable public var exerciseKcal: Double?
    /// Water drunk, in millilitres.
    public var waterMl: Int
    /// The user's note on the day; empty if there is none.
    public var note: String
    /// Whether the user has marked the day as complete.
    public var isComplete: Bool
    /// The version of water, note and mark, as in ``DayExtras``; 0 for a day without any.
    public var extrasVersion: Int

    public init(
        date: PlainDate,
        meals: [MealEntries],
        totals: Nutrients,
        incomplete: [String],
        target: DayTarget?,
        remaining: Nutrients?,
        week: Week,
        month: Month,
        exerciseKcal: Double? = nil,
        waterMl: Int = 0,
        note: String = "",
        isComplete: Bool = false,
        extrasVersion: Int = 0
    ) {
        self.date = date
        self.meals = meals
        self.totals = totals
        self.incomplete = incomplete
        self.target = target
        self.remaining = remaining
        self.week = week
        self.month = month
        self.exerciseKcal = exerciseKcal
        self.waterMl = waterMl
        self.note = note
        self.isComplete = isComplete
        self.extrasVersion = extrasVersion
    }

    private enum CodingKeys: String, CodingKey {
        case date
        case meals
        case totals
        case incomplete
        case target
        case remaining
        case week
        case month
        case exerciseKcal
        case waterMl
        case note
        case isComplete
        case extrasVersion
    }

    public func encode(to encoder: any Encoder) throws {
        let fields = FieldEncoder(encoder, CodingKeys.self)
        try fields.encode(date.description, forKey: .date)
        try fields.encode(meals, forKey: .meals)
        try fields.encode(totals, forKey: .totals)
        try fields.encode(incomplete, forKey: .incomplete)
        try fields.encode(nullable: target, forKey: .target)
        try fields.encode(nullable: remaining, forKey: .remaining)
        try fields.encode(week, forKey: .week)
        try fields.encode(month, forKey: .month)
        try fields.encode(nullable: exerciseKcal, forKey: .exerciseKcal)
        try fields.encode(waterMl, forKey: .waterMl)
        try fields.encode(note, forKey: .note)
        try fields.encode(isComplete, forKey: .isComplete)
        try fields.encode(extrasVersion, forKey: .extrasVersion)
    }
}

/// The target in force on one day.
public struct DayTarget: Codable, Sendable, Equatable {
    public var dailyKcal: Int
    public var proteinG: Double
    public var fatG: Double
    public var carbohydrateG: Double

    public init(dailyKcal: Int, proteinG: Double, fatG: Double, carbohydrateG: Double) {
        self.dailyKcal = dailyKcal
        self.proteinG = proteinG
        self.fatG = fatG
        self.carbohydrateG = carbohydrateG
    }
}
