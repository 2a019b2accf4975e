/// The weight of one day, in kg.
package struct ProjectedWeight: Codable, Sendable, Equatable {
    package var day: Int
    package var weightKg: Double
    /// The weight if a tenth more is spent than the equations say.
    package var lowKg: Double
    /// The weight if a tenth less is spent.
    package var highKg: Double

    package init(day: Int, weightKg: Double, lowKg: Double, highKg: Double) {
        self.day = day
        self.weightKg = weightKg
        self.lowKg = lowKg
        self.highKg = highKg
    }
}

/// A step on the way of a weight.
package struct ProjectedMilestone: Codable, Sendable, Equatable {
    /// Change since today; negative for a loss.
    package var percent: Int
    package var weightKg: Double
    /// The first day with this weight or beyond.
    package var day: Int
    /// The same where more goes well than expected, and less; null if not within the days.
    @Nullable package var earliestDay: Int?
    @Nullable package var latestDay: Int?

    package init(percent: Int, weightKg: Double, day: Int, earliestDay: Int?, latestDay: Int?) {
        self.percent = percent
        self.weightKg = weightKg
        self.day = day
        self._earliestDay = Nullable(wrappedValue: earliestDay)
        self._latestDay = Nullable(wrappedValue: latestDay)
    }
}

/// When the weight that is aimed at is reached; null for what is not within the days.
package struct ProjectedGoal: Codable, Sendable, Equatable {
    package var weightKg: Double
    @Nullable package var day: Int?
    @Nullable package var earliestDay: Int?
    @Nullable package var latestDay: Int?

    package init(weightKg: Double, day: Int?, earliestDay: Int?, latestDay: Int?) {
        self.weightKg = weightKg
        self._day = Nullable(wrappedValue: day)
        self._earliestDay = Nullable(wrappedValue: earliestDay)
        self._latestDay = Nullable(wrappedValue: latestDay)
    }
}

/// Something that the reader of a projection should know.
package struct ProjectionWarning: Codable, Sendable, Equatable {
    /// What there is to know.
    package enum Code: String, Codable, Sendable, CaseIterable {
        /// The intake asked for was under the floor; `askedKcal` and `intakeKcal` give both numbers.
        case raisedToFloor
        /// No deficit is given under 19 years, whatever was asked for; the same two numbers.
        case noDeficitUnder19
        /// No deficit is given at a BMI under 18.5, whatever was asked for; the same two numbers.
        case noDeficitUnderweight
        /// The model is one of adults: under 19 years growth comes on top.
        case modelOfAdults
        /// The expected weight falls under a BMI of 18.5, which is `weightKg`, first on `day`.
        case becomesUnderweight
        /// The same of the low end only.
        case mayBecomeUnderweight
        /// The weight aimed at is under a BMI of 18.5.
        case goalUnderweight
        /// The weight moves away from the one aimed at, to `settledKg`.
        case goalLiesTheOtherWay
        /// The weight settles, at `settledKg`, before it gets to the one aimed at.
        case goalNeverReached
    }

    package var code: Code
    package var params: [String: String]

    package init(_ code: Code, _ params: [String: String] = [:]) {
        self.code = code
        self.params = params
    }
}
