public import Calendar
public import JSONCoding

/// Calculates the energy target of one person.
///
/// Pure: the same request gives the same reply on any worker.
public struct CalculatorTarget: Contract {
    public typealias Reply = EnergyTarget

    public static let method = Method("calculator.target", of: .calculator, .read, .anyone).route(
        .post,
        "/v1/calculator/target",
        "Calculates the energy target of a person.",
        errors: [.invalid]
    )

    /// The calculator also checks the age that a birth date gives.
    public static let rules: Rules<Self> = [
        .exactlyOne(of: \.age, \.birthDate, "Give either age or birthDate."),
        .range(\.age, BodyLimits.age),
        .range(\.heightCm, BodyLimits.heightCm),
        .range(\.weightKg, BodyLimits.weightKg),
        .range(\.bodyFatPercent, BodyLimits.bodyFatPercent),
        .range(\.tdeeKcal, BodyLimits.tdeeKcal),
        .length(\.language, TargetHint.languageLength),
        .relation(\.bodyFatPercent, .missing, Formula.bodyFatMessage) {
            $0.bodyFatPercent != nil || $0.formula?.needsBodyFat != true
        },
    ]

    public var sex: Sex
    /// Full years; either this or `birthDate`.
    public var age: Int?
    public var birthDate: PlainDate?
    public var heightCm: Double
    public var weightKg: Double
    public var bodyFatPercent: Double?
    public var activityLevel: ActivityLevel
    public var goal: Goal
    public var formula: Formula?
    /// A known expenditure, in kcal a day, used instead of the formula's.
    public var tdeeKcal: Double?
    /// The language of hints, such as `uk`; without it, the reply has none.
    public var language: String?

    public init(
        sex: Sex,
        age: Int? = nil,
        birthDate: PlainDate? = nil,
        heightCm: Double,
        weightKg: Double,
        bodyFatPercent: Double? = nil,
        activityLevel: ActivityLevel,
        goal: Goal,
        formula: Formula? = nil,
        tdeeKcal: Double? = nil,
        language: String? = nil
    ) {
        self.sex = sex
        self.age = age
        self.birthDate = birthDate
        self.heightCm = heightCm
        self.weightKg = weightKg
        self.bodyFatPercent = bodyFatPercent
        self.activityLevel = activityLevel
        self.goal = goal
        self.formula = formula
        self.tdeeKcal = tdeeKcal
        self.language = language
    }
}

/// The recommended intake for a person's goal.
///
/// Energy in kcal.
public struct EnergyTarget: Codable, Sendable, Equatable {
    /// Basal metabolic rate, per day.
    public var bmr: Double
    /// Total daily energy expenditure.
    public var tdee: Double
    /// Expenditure plus the goal's difference, before floor and rounding.
    public var rawKcal: Double
    public var dailyKcal: Int
    public var weeklyKcal: Int
    /// For the calendar month of the calculation.
    public var monthlyKcal: Int
    public var macros: Macros
    public var bmi: Double
    /// Null under 19 years, where the categories for adults do not apply.
    @Nullable public var bmiCategory: BMICategory?
    public var formula: Formula
    public var warnings: [CalculationWarning]
    /// Three hints on pace, protein and activity; nil unless the request names a language.
    public var hints: [TargetHint]?

    public init(
        bmr: Double,
        tdee: Double,
        rawKcal: Double,
        dailyKcal: Int,
        weeklyKcal: Int,
        monthlyKcal: Int,
        macros: Macros,
        bmi: Double,
        bmiCategory: BMICategory?,
        formula: Formula,
        warnings: [CalculationWarning]
    ) {
        self.bmr = bmr
        self.tdee = tdee
        self.rawKcal = rawKcal
        self.dailyKcal = dailyKcal
        self.weeklyKcal = weeklyKcal
        self.monthlyKcal = monthlyKcal
        self.macros = macros
        self.bmi = bmi
        self.bmiCategory = bmiCategory
        self.formula = formula
        self.warnings = warnings
    }
}

/// Macronutrients in grams.
public struct Macros: Codable, Sendable, Equatable {
    public var proteinG: Double
    public var fatG: Double
    public var carbohydrateG: Double

    public init(proteinG: Double, fatG: Double, carbohydrateG: Double) {
        self.proteinG = proteinG
        self.fatG = fatG
        self.carbohydrateG = carbohydrateG
    }
}

/// A warning about a target.
public struct CalculationWarning: Codable, Sendable, Equatable {
    /// The meaning of a warning.
    public enum Code: String, Codable, Sendable, CaseIterable {
        /// The goal's energy was under the floor; `rawKcal` and `dailyKcal` give both numbers.
        case raisedToFloor
        /// No deficit is given under 19 years.
        case noDeficitUnder19
        /// No deficit is given at a BMI under 18.5.
        case noDeficitUnderweight
        /// The mean of the equations for men and for women was used.
        case meanOfBothSexes
    }

    public var code: Code
    public var params: [String: String]

    public init(_ code: Code, params: [String: String] = [:]) {
        self.code = code
        self.params = params
    }
}

/// Calculates the energy targets of many people at once, for Mealwire's own processes.
package struct CalculatorTargets: Contract {
    /// One outcome per person, in the order of the request.
    package struct Reply: Codable, Sendable, Equatable {
        package var items: [Outcome]

        package init(items: [Outcome]) {
            self.items = items
        }
    }

    /// The target of one person, or the error.
    package struct Outcome: Codable, Sendable, Equatable {
        @Nullable package var target: EnergyTarget?
        @Nullable package var error: ServiceError?

        package init(target: EnergyTarget) {
            self.target = target
            self.error = nil
        }

        package init(error: ServiceError) {
            self.target = nil
            self.error = error
        }
    }

    package static let method = Method("calculator.targets", of: .calculatorBatch, .read, .services)

    /// Number of people per request: their outcomes fit into a page of 512 KiB even if all fields are invalid.
    package static let peopleCounts = 1...256

    /// The calculator checks each person, so that an invalid one does not affect the others.
    package static let rules: Rules<Self> = [
        .items(
            \.people,
            peopleCounts,
            .outOfRange,
            "{field} must be from \(peopleCounts.lowerBound) to \(peopleCounts.upperBound).",
            ["min": "\(peopleCounts.lowerBound)", "max": "\(peopleCounts.upperBound)"]
        )
    ]

    package var people: [CalculatorTarget]

    package init(people: [CalculatorTarget]) {
        self.people = people
    }
}

extension API {
    /// The contracts of this file.
    static let calculatorTarget: [any Contract.Type] = [CalculatorTarget.self, CalculatorTargets.self]
}
