package import Calendar
package import Contracts

/// Estimates a user's daily energy expenditure from intake and weights.
///
/// The expenditure is the intake minus the stored energy: I − 7,700 b. I is the mean intake in kcal per day. b is the
/// slope of the least-squares line through the weights, in kg per day.
package enum ExpenditureMath {
    /// Days of the estimate: four weeks, because 7,700 kcal per kilogram holds for weeks and not for months.
    package static let windowDays = 28
    /// The minimum of logged days, and of days between the first and the last weight.
    package static let (loggedDaysMin, weightDaysMin) = (14, 10)
    /// Energy of a kilogram of body weight in kcal (Wishnofsky 1958).
    private static let kcalPerKg = 7_700.0
    /// The minimum scatter of daily weights in kg, even if a few of them look smoother.
    private static let weightNoiseKg = 0.7
    /// The maximum slope in kg per day: a larger change is water, or another unit of weight.
    private static let slopeMax = 0.25
    /// The systematic error of food logs, as a fraction of the intake.
    private static let loggingError = 0.05
    /// Standard errors on each side of a 95 % interval.
    private static let errorsAtEachSide = 1.96
    /// The possible expenditure of a person, in kcal per day and as multiples of the basal metabolic rate.
    private static let (possibleKcal, possibleMultiples) = (800.0...6_000.0, 1.0...2.6)
    /// The maximum width of the interval, as a fraction of the estimate, for an estimate that is offered as a target.
    private static let offeredRangeMax = 0.4

    /// Returns the full days that end before today.
    package static func window(before today: PlainDate) -> DaySpan {
        DaySpan(from: today.advanced(by: -windowDays), to: today.advanced(by: -1))
    }

    /// Returns the estimate, without an offer.
    ///
    /// - Parameters:
    ///   - window: The days of the estimate.
    ///   - kcal: The intake of each of these days that has entries.
    ///   - markedKcal: The intake of each day that the user has marked as complete; it counts however low it is.
    ///   - weights: The weights of these days, oldest first.
    ///   - bmr: The basal metabolic rate in kcal per day; nil if it is unknown.
    /// - Returns: The estimate, or the reasons why there is none. With enough days, both have the mean intake.
    package static func estimate(
        _ window: DaySpan,
        kcal: [Double],
        markedKcal: [Double] = [],
        weights: [MeasuredWeight],
        bmr: Double?
    ) -> EstimatedExpenditure {
        let intake = kcal.filter { $0 >= DayTotal.completeKcalMin } + markedKcal
        var estimate = EstimatedExpenditure(
            from: window.from,
            to: window.to,
            days: intake.count,
            weights: weights.count,
            reasons: reasons(days: intake.count, weights)
        )
        guard intake.count >= loggedDaysMin else { return estimate }
        let mean = intake.reduce(0, +) / Double(intake.count)
        let meanKcal = Int(mean.rounded())
        if ProjectionLimits.intakeKcal.contains(meanKcal) { estimate.intakeKcal = meanKcal }
        guard estimate.enough else { return estimate }
        let deviation = sampleDeviation(of: intake, mean)
        let line = WeightLine(weights, noiseKg: weightNoiseKg)
        let slope = min(max(line.slope, -slopeMax), slopeMax)
        let error =
            (squared(kcalPerKg * line.slopeError) + squared(deviation) / Double(intake.count)
            + squared(loggingError * mean)).squareRoot()
        let raw = mean - kcalPerKg * slope
        let possible = possible(bmr: bmr)
        func cut(_ value: Double) -> Int { Int(min(max(value, possible.lowerBound), possible.upperBound).rounded()) }
        estimate.kcal = cut(raw)
        estimate.low = cut(raw - errorsAtEachSide * error)
        estimate.high = cut(raw + errorsAtEachSide * error)
        estimate.bounded = slope != line.slope || !possible.contains(raw)
        return estimate
    }

    /// Returns whether an estimate is precise enough to be offered as a target.
    package static func canBeOffered(_ estimate: EstimatedExpenditure) -> Bool {
        guard !estimate.bounded, let kcal = estimate.kcal, let low = estimate.low, let high = estimate.high else {
            return false
        }
        return Double(high - low) <= offeredRangeMax * Double(kcal)
    }

    private static func reasons(days: Int, _ weights: [MeasuredWeight]) -> [EstimatedExpenditure.Reason] {
        var reasons: [EstimatedExpenditure.Reason] = []
        if days < loggedDaysMin {
            let params = ["have": "\(days)", "need": "\(loggedDaysMin)"]
            reasons.append(EstimatedExpenditure.Reason(.tooFewDays, params: params))
        }
        guard let first = weights.first, let last = weights.last else {
            return reasons + [EstimatedExpenditure.Reason(.noWeights)]
        }
        let apart = first.date.distance(to: last.date)
        if apart < weightDaysMin {
            let params = ["have": "\(apart)", "need": "\(weightDaysMin)"]
            reasons.append(EstimatedExpenditure.Reason(.weightsTooClose, params: params))
        }
        return reasons
    }

    private static func possible(bmr: Double?) -> ClosedRange<Double> {
        guard let bmr, bmr > 0 else { return possibleKcal }
        return bmr * possibleMultiples.lowerBound...bmr * possibleMultiples.upperBound
    }

    private static func sampleDeviation(of values: [Double], _ mean: Double) -> Double {
        guard values.count > 1 else { return 0 }
        return (values.reduce(0) { $0 + squared($1 - mean) } / Double(values.count - 1)).squareRoot()
    }
}

/// The least-squares line through weights.
private struct WeightLine {
    /// In kg per day.
    let slope: Double
    /// The standard error of the slope.
    let slopeError: Double

    /// - Parameters:
    ///   - weights: Weights of at least two days.
    ///   - noiseKg: The minimum scatter of the weights around the line, in kg.
    init(_ weights: [MeasuredWeight], noiseKg: Double) {
        let count = Double(weights.count)
        let days = weights.map { Double($0.date.dayNumber) }
        let meanDay = days.reduce(0, +) / count
        let meanKg = weights.reduce(0) { $0 + $1.kg } / count
        let spread = days.reduce(0) { $0 + squared($1 - meanDay) }
        let slope = zip(days, weights).reduce(0) { $0 + ($1.0 - meanDay) * ($1.1.kg - meanKg) } / spread
        let rest = zip(days, weights).reduce(0) { sum, point in
            sum + squared(point.1.kg - meanKg - slope * (point.0 - meanDay))
        }
        let scatter = weights.count > 2 ? (rest / (count - 2)).squareRoot() : 0
        self.slope = slope
        slopeError = max(scatter, noiseKg) / spread.squareRoot()
    }
}

private func squared(_ value: Double) -> Double { value * value }
