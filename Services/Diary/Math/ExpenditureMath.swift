package import Contracts

/// What somebody spends a day, from what they ate and what became of their weight.
///
/// What was eaten less what was stored is what was spent: I − 7,700 b, with the mean intake I in kcal a day and the slope b
/// of the line of least squares through the weights in kg a day.
package enum ExpenditureMath {
    /// Days that are looked at: four weeks, because a kilogram of weight is 7,700 kcal for weeks and not for months.
    package static let windowDays = 28
    /// Logged days, and days between the first and the last weight, without which nothing is said.
    package static let (loggedDaysMin, weightDaysMin) = (14, 10)
    /// Energy of a kilogram of body weight (Wishnofsky 1958).
    private static let kcalPerKg = 7_700.0
    /// The least that weights scatter from day to day, however smooth a few of them look.
    private static let weightNoiseKg = 0.7
    /// More than this a day is water, or another unit of weight.
    private static let slopeMax = 0.25
    /// How far people's logs are off as a whole, as a part of the intake.
    private static let loggingError = 0.05
    /// Standard errors on each side of 19 in 20.
    private static let errorsAtEachSide = 1.96
    /// What living people spend, in kcal a day and as multiples of the basal rate.
    private static let (possibleKcal, possibleMultiples) = (800.0...6_000.0, 1.0...2.6)
    /// A range wider than this part of the estimate is no ground for a target.
    private static let offeredRangeMax = 0.4

    /// The full days that end before today.
    package static func window(before today: PlainDate) -> DaySpan {
        DaySpan(from: today.advanced(by: -windowDays), to: today.advanced(by: -1))
    }

    /// The estimate, without an offer.
    ///
    /// - Parameters:
    ///   - window: The days that are looked at.
    ///   - kcal: What was eaten on each of these that has entries.
    ///   - weights: Weights of these, oldest first.
    ///   - bmr: The basal rate; nil where it is not known.
    /// - Returns: An estimate, or why there is none.
    package static func estimate(
        _ window: DaySpan,
        kcal: [Double],
        weights: [MeasuredWeight],
        bmr: Double?
    ) -> EstimatedExpenditure {
        let intake = kcal.filter { $0 >= DayTotal.completeKcalMin }
        var estimate = EstimatedExpenditure(
            from: window.from,
            to: window.to,
            days: intake.count,
            weights: weights.count,
            reasons: reasons(days: intake.count, weights)
        )
        guard estimate.enough else { return estimate }
        let mean = intake.reduce(0, +) / Double(intake.count)
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

    /// Whether an estimate is good enough to be offered as a target.
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

/// The line of least squares through weights.
private struct WeightLine {
    /// In kg a day.
    let slope: Double
    /// The standard error of the slope.
    let slopeError: Double

    /// - Parameters:
    ///   - weights: On at least two days.
    ///   - noiseKg: The least that weights scatter around the line.
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
