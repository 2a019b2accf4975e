package import Calendar
package import Contracts

/// The weight of one day.
package struct MeasuredWeight: Sendable, Equatable {
    package let date: PlainDate
    package let kg: Double

    package init(date: PlainDate, kg: Double) {
        self.date = date
        self.kg = kg
    }
}

/// The smoothed weight: exponential smoothing by 10 % per day (Walker, The Hacker's Diet).
///
/// Days without a weight count like days with one, so that a gap lowers the share of the earlier trend.
package struct WeightTrend: Sendable {
    /// The share of the previous day's trend: 90 %.
    private static let retainedPerDay = 0.9
    /// Days before a span with weights that its trend includes.
    ///
    /// 0.9⁹⁰ is less than 0.0001, so that the trend of a day does not depend on the age of the diary.
    package static let runUpDays = 90

    private let weights: [MeasuredWeight]

    /// - Parameter weights: At most one per day, oldest first.
    package init(_ weights: [MeasuredWeight]) {
        self.weights = weights
    }

    /// The trend on each day with a weight.
    package var atWeights: [MeasuredWeight] {
        var trend: [MeasuredWeight] = []
        trend.reserveCapacity(weights.count)
        for weight in weights {
            guard let before = trend.last else {
                trend.append(weight)
                continue
            }
            let retained = power(Self.retainedPerDay, before.date.distance(to: weight.date))
            trend.append(MeasuredWeight(date: weight.date, kg: weight.kg + retained * (before.kg - weight.kg)))
        }
        return trend
    }

    /// Returns the trend at the end of consecutive steps, up to the step with the last weight.
    package func points(at steps: [DaySpan]) -> [Progress.WeightPoint] {
        guard let lastDate = weights.last?.date else { return [] }
        let trend = atWeights
        var (next, points): (Int, [Progress.WeightPoint]) = (0, [])
        for step in steps where step.from <= lastDate {
            while next < weights.count, weights[next].date <= step.to { next += 1 }
            guard next > 0 else { continue }
            let newest = weights[next - 1]
            points.append(
                Progress.WeightPoint(
                    date: step.to,
                    weightKg: newest.date >= step.from ? newest.kg : nil,
                    trendKg: trend[next - 1].kg.inHundredths
                )
            )
        }
        return points
    }

    private func power(_ base: Double, _ exponent: Int) -> Double {
        var (result, factor, rest) = (1.0, base, max(0, exponent))
        while rest > 0 {
            if rest & 1 == 1 { result *= factor }
            factor *= factor
            rest >>= 1
        }
        return result
    }
}
