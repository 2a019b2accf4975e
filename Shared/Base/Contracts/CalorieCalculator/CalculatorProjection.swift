public import Calendar
public import JSONCoding

/// Projects a person's weight over the coming days.
///
/// Pure, like ``CalculatorTarget``, and with the same fields.
public struct CalculatorProjection: Contract {
    public typealias Reply = WeightProjection

    public static let method = Method("calculator.projection", of: .calculator, .read, .user).route(
        .post,
        "/v1/calculator/projection",
        "Projects a person's weight over the coming days.",
        scope: .profileRead,
        errors: [.invalid]
    )

    /// The calculator also checks the age that a birth date gives, and the intake against the expenditure.
    public static let rules: Rules<Self> = [
        .exactlyOne(of: \.age, \.birthDate, "Give either age or birthDate."),
        .range(\.age, BodyLimits.age),
        .range(\.heightCm, BodyLimits.heightCm),
        .range(\.weightKg, BodyLimits.weightKg),
        .range(\.bodyFatPercent, BodyLimits.bodyFatPercent),
        .relation(\.bodyFatPercent, .missing, Formula.bodyFatMessage) {
            $0.bodyFatPercent != nil || $0.formula?.needsBodyFat != true
        },
        .range(\.days, ProjectionLimits.days),
        .range(\.goalWeightKg, BodyLimits.weightKg),
        .range(\.intakeKcal, ProjectionLimits.intakeKcal),
        .range(\.intakeSoFarKcal, ProjectionLimits.intakeKcal),
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
    /// Number of days to project.
    public var days: Int
    public var goalWeightKg: Double?
    /// Daily intake; the target's `dailyKcal` by default.
    public var intakeKcal: Int?
    /// Mean daily intake of the past weeks, to which the body has adapted; the expenditure by default.
    ///
    /// More than twice the expenditure counts as twice. It is `intakeKcal` of ``EstimatedExpenditure``.
    public var intakeSoFarKcal: Int?

    public init(
        _ person: CalculatorTarget,
        days: Int,
        goalWeightKg: Double? = nil,
        intakeKcal: Int? = nil,
        intakeSoFarKcal: Int? = nil
    ) {
        sex = person.sex
        age = person.age
        birthDate = person.birthDate
        heightCm = person.heightCm
        weightKg = person.weightKg
        bodyFatPercent = person.bodyFatPercent
        activityLevel = person.activityLevel
        goal = person.goal
        formula = person.formula
        self.days = days
        self.goalWeightKg = goalWeightKg
        self.intakeKcal = intakeKcal
        self.intakeSoFarKcal = intakeSoFarKcal
    }

    /// The fields that it shares with a request for a target.
    public var person: CalculatorTarget {
        CalculatorTarget(
            sex: sex,
            age: age,
            birthDate: birthDate,
            heightCm: heightCm,
            weightKg: weightKg,
            bodyFatPercent: bodyFatPercent,
            activityLevel: activityLevel,
            goal: goal,
            formula: formula
        )
    }
}

/// The accepted ranges of a projection.
public enum ProjectionLimits {
    /// Five years, by which nearly every weight has stabilised.
    public static let days = 1...1_825
    /// The calculator limits it further, by the expenditure.
    public static let intakeKcal = 1...20_000
}

/// The expected course of a weight, with a plausible range.
///
/// Days count from today, which is day 0: the client knows the user's date. Weights in kg.
public struct WeightProjection: Codable, Sendable, Equatable {
    /// Today's target, with its own warnings.
    public var target: EnergyTarget
    /// The assumed daily intake.
    public var intakeKcal: Int
    /// Every day of up to a year, otherwise every seventh day; always the last day.
    public var points: [ProjectedWeight]
    /// The weight at which expenditure would equal this intake, however long that takes.
    public var settledKg: Double
    /// The steps of 5 % of today's weight that are reached.
    public var milestones: [ProjectedMilestone]
    /// Null without a goal weight.
    @Nullable public var goal: ProjectedGoal?
    public var warnings: [ProjectionWarning]

    public init(
        target: EnergyTarget,
        intakeKcal: Int,
        points: [ProjectedWeight],
        settledKg: Double,
        milestones: [ProjectedMilestone],
        goal: ProjectedGoal?,
        warnings: [ProjectionWarning]
    ) {
        self.target = target
        self.intakeKcal = intakeKcal
        self.points = points
        self.settledKg = settledKg
        self.milestones = milestones
        self.goal = goal
        self.warnings = warnings
    }
}

extension API {
    /// The contracts of this file.
    static let calculatorProjection: [any Contract.Type] = [CalculatorProjection.self]
}
