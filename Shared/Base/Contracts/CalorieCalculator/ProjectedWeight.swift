public import JSONCoding

/// The weight on one day, in kg.
public struct ProjectedWeight: Codable, Sendable, Equatable {
    public var day: Int
    public var weightKg: Double
    /// The least weight if the expenditure is up to a tenth higher or lower than the equations give.
    public var lowKg: Double
    /// The greatest weight in the same range.
    public var highKg: Double

    public init(day: Int, weightKg: Double, lowKg: Double, highKg: Double) {
        self.day = day
        self.weightKg = weightKg
        self.lowKg = lowKg
        self.highKg = highKg
    }
}

/// An intermediate change of weight.
public struct ProjectedMilestone: Codable, Sendable, Equatable {
    /// Change since today; negative for a loss.
    public var percent: Int
    public var weightKg: Double
    /// The first day with this weight or beyond.
    public var day: Int
    /// The same day in the favourable and in the unfavourable case; null if not within the days.
    @Nullable public var earliestDay: Int?
    @Nullable public var latestDay: Int?

    public init(percent: Int, weightKg: Double, day: Int, earliestDay: Int?, latestDay: Int?) {
        self.percent = percent
        self.weightKg = weightKg
        self.day = day
        self.earliestDay = earliestDay
        self.latestDay = latestDay
    }
}

/// The days on which the goal weight is reached; null for those not within the projection.
public struct ProjectedGoal: Codable, Sendable, Equatable {
    public var weightKg: Double
    @Nullable public var day: Int?
    @Nullable public var earliestDay: Int?
    @Nullable public var latestDay: Int?

    public init(weightKg: Double, day: Int?, earliestDay: Int?, latestDay: Int?) {
        self.weightKg = weightKg
        self.day = day
        self.earliestDay = earliestDay
        self.latestDay = latestDay
    }
}

/// A warning about a projection.
public struct ProjectionWarning: Codable, Sendable, Equatable {
    /// The meaning of a warning.
    public enum Code: String, Codable, Sendable, CaseIterable {
        /// The requested intake was under the floor; `askedKcal` and `intakeKcal` give both numbers.
        case raisedToFloor
        /// No deficit is given under 19 years, whatever was requested; the same two numbers.
        case noDeficitUnder19
        /// No deficit is given at a BMI under 18.5, whatever was requested; the same two numbers.
        case noDeficitUnderweight
        /// The model is for adults: under 19 years growth is added.
        case modelOfAdults
        /// The expected weight falls below the weight of a BMI of 18.5, `weightKg`, first on `day`.
        case becomesUnderweight
        /// The same, for the lower bound only.
        case mayBecomeUnderweight
        /// The goal weight is below a BMI of 18.5.
        case goalUnderweight
        /// The weight moves away from the goal weight, towards `settledKg`.
        case goalLiesTheOtherWay
        /// The weight stabilises at `settledKg` before it reaches the goal weight.
        case goalNeverReached
    }

    public var code: Code
    public var params: [String: String]

    public init(_ code: Code, _ params: [String: String] = [:]) {
        self.code = code
        self.params = params
    }
}
