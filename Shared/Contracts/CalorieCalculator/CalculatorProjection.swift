package import Calendar
package import JSONCoding

/// Projects a person's weight over the coming days.
///
/// Pure, like ``CalculatorTarget``, and with the same fields.
package struct CalculatorProjection: Contract {
    package typealias Reply = WeightProjection

    package static let http: HTTPBinding? = HTTPBinding(
        .post,
        "/v1/calculator/projection",
        "Projects a person's weight over the coming days.",
        scope: .profileRead,
        errors: [.invalid]
    )

    package static let method = Method("calculator.projection", of: .calculator, .read, .user)

    /// The calculator also checks the age that a birth date gives, and the intake against the expenditure.
    package static let rules: Rules<Self> = [
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
    ]

    package var sex: Sex
    /// Full years; either this or `birthDate`.
    package var age: Int?
    package var birthDate: PlainDate?
    package var heightCm: Double
    package var weightKg: Double
    package var bodyFatPercent: Double?
    package var activityLevel: ActivityLevel
    package var goal: Goal
    package var formula: Formula?
    /// Number of days to project.
    package var days: Int
    package var goalWeightKg: Double?
    /// Daily intake; the target's `dailyKcal` by default.
    package var intakeKcal: Int?

    package init(_ person: CalculatorTarget, days: Int, goalWeightKg: Double? = nil, intakeKcal: Int? = nil) {
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
    }

    /// The fields that it shares with a request for a target.
    package var person: CalculatorTarget {
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
package enum ProjectionLimits {
    /// Five years, by which nearly every weight has stabilised.
    package static let days = 1...1_825
    /// The calculator limits it further, by the expenditure.
    package static let intakeKcal = 1...20_000
}

/// The expected course of a weight, with a plausible range.
///
/// Days count from today, which is day 0: the client knows the user's date. Weights in kg.
package struct WeightProjection: Codable, Sendable, Equatable {
    /// Today's target, with its own warnings.
    package var target: EnergyTarget
    /// The assumed daily intake.
    package var intakeKcal: Int
    /// Every day of up to a year, otherwise every seventh day; always the last day.
    package var points: [ProjectedWeight]
    /// The weight at which expenditure would equal this intake, however long that takes.
    package var settledKg: Double
    /// The steps of 5 % of today's weight that are reached.
    package var milestones: [ProjectedMilestone]
    /// Null without a goal weight.
    @Nullable package var goal: ProjectedGoal?
    package var warnings: [ProjectionWarning]

    package init(
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
        self._goal = Nullable(wrappedValue: goal)
        self.warnings = warnings
    }
}
