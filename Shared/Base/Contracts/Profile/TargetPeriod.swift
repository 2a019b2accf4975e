public import Calendar

/// A target and the day from which it applies, until the next one.
public struct TargetPeriod: Codable, Sendable, Equatable {
    public var from: PlainDate
    public var dailyKcal: Int
    /// The sum of the seven days of a week.
    public var weeklyKcal: Int
    /// The sum of the days of the calendar month in which it began.
    public var monthlyKcal: Int
    public var proteinG: Double
    public var fatG: Double
    public var carbohydrateG: Double
    public var formula: Formula
    public var goal: Goal
    public var warnings: [CalculationWarning]
    /// Whether a user set it, instead of the calculator.
    public var byHand: Bool
    /// Days of the week with another target, `monday` to `sunday`; nil if there are none.
    public var weekdays: [String: DayTarget]?
    /// Warnings about a manual target; nil if there are none.
    public var cautions: [TargetCaution]?
    /// Three hints on pace, protein and activity, in the language of the profile.
    ///
    /// Only the target in force has them, because they follow from the body of today. Nil if the profile lacks
    /// something.
    public var hints: [TargetHint]?

    public init(from: PlainDate, _ target: EnergyTarget, goal: Goal) {
        self.from = from
        dailyKcal = target.dailyKcal
        weeklyKcal = target.weeklyKcal
        monthlyKcal = target.monthlyKcal
        proteinG = target.macros.proteinG
        fatG = target.macros.fatG
        carbohydrateG = target.macros.carbohydrateG
        formula = target.formula
        self.goal = goal
        warnings = target.warnings
        byHand = false
    }

    /// Creates a manual target.
    public init(
        from: PlainDate,
        byHand day: DayTarget,
        weekdays: [String: DayTarget],
        formula: Formula,
        goal: Goal,
        cautions: [TargetCaution]
    ) {
        self.from = from
        dailyKcal = day.dailyKcal
        proteinG = day.proteinG
        fatG = day.fatG
        carbohydrateG = day.carbohydrateG
        self.formula = formula
        self.goal = goal
        warnings = []
        byHand = true
        self.weekdays = weekdays.isEmpty ? nil : weekdays
        self.cautions = cautions.isEmpty ? nil : cautions
        (weeklyKcal, monthlyKcal) = (0, 0)
        let (year, month, _) = from.components
        let first = PlainDate(year: year, month: month, day: 1) ?? from
        weeklyKcal = kcal(from: from, days: Weekday.allCases.count)
        monthlyKcal = kcal(from: first, days: PlainDate.daysInMonth(month, of: year))
    }

    /// Targets stored before manual targets existed have no `byHand`.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        from = try container.decode(PlainDate.self, forKey: .from)
        dailyKcal = try container.decode(Int.self, forKey: .dailyKcal)
        weeklyKcal = try container.decode(Int.self, forKey: .weeklyKcal)
        monthlyKcal = try container.decode(Int.self, forKey: .monthlyKcal)
        proteinG = try container.decode(Double.self, forKey: .proteinG)
        fatG = try container.decode(Double.self, forKey: .fatG)
        carbohydrateG = try container.decode(Double.self, forKey: .carbohydrateG)
        formula = try container.decode(Formula.self, forKey: .formula)
        goal = try container.decode(Goal.self, forKey: .goal)
        warnings = try container.decode([CalculationWarning].self, forKey: .warnings)
        byHand = try container.decodeIfPresent(Bool.self, forKey: .byHand) ?? false
        weekdays = try container.decodeIfPresent([String: DayTarget].self, forKey: .weekdays)
        cautions = try container.decodeIfPresent([TargetCaution].self, forKey: .cautions)
        hints = try container.decodeIfPresent([TargetHint].self, forKey: .hints)
    }

    /// Returns the target for one day within this period.
    public func target(on date: PlainDate) -> DayTarget {
        weekdays?[Weekday(of: date).rawValue]
            ?? DayTarget(dailyKcal: dailyKcal, proteinG: proteinG, fatG: fatG, carbohydrateG: carbohydrateG)
    }

    private func kcal(from first: PlainDate, days: Int) -> Int {
        (0..<days).reduce(0) { $0 + target(on: first.advanced(by: $1)).dailyKcal }
    }
}

/// A warning about a manual target.
///
/// Separate from the calculator's warnings, which older processes read.
public struct TargetCaution: Codable, Sendable, Equatable {
    /// The meaning of a warning.
    public enum Code: String, Codable, Sendable, CaseIterable {
        /// A day's energy is below the recommended minimum; `dailyKcal` and `floorKcal` give both numbers.
        case underFloor
        /// The target is a deficit, which the calculator does not give under 19 years; `dailyKcal` is the week's mean,
        /// `tdee` the expenditure.
        case deficitUnder19
        /// The target is a deficit, which the calculator does not give at a BMI under 18.5.
        case deficitUnderweight
    }

    public var code: Code
    public var params: [String: String]

    public init(_ code: Code, params: [String: String]) {
        self.code = code
        self.params = params
    }
}

/// A day of the week.
public enum Weekday: String, Sendable, CaseIterable {
    case monday
    case tuesday
    case wednesday
    case thursday
    case friday
    case saturday
    case sunday

    public init(of date: PlainDate) {
        self = Self.allCases[date.weekday - 1]
    }
}
