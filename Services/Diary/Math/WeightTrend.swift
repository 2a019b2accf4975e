package import Contracts

/// A weight of a day.
package struct MeasuredWeight: Sendable, Equatable {
    package let date: PlainDate
    package let kg: Double

    package init(date: PlainDate, kg: Double) {
        self.date = date
        self.kg = kg
    }
}

/// The weight without its noise: exponential smoothing by 10 % a day (Walker, The Hacker's Diet), which for days without
/// a weight takes as much as so many days would.
package struct WeightTrend: Sendable {
    /// What is left of the trend of the day before: 90 %.
    private static let keptEachDay = 0.9
    /// Weights before a span that its trend takes into account: 0.9⁹⁰ is less than 0.0001, so that the trend of a day does not
    /// depend on how old the diary is.
    package static let runUpDays = 90

    private let weights: [MeasuredWeight]

    /// - Parameter weights: One a day at most, oldest first.
    package init(_ weights: [MeasuredWeight]) {
        self.weights = weights
    }

    /// The trend on the day of each weight.
    package var atWeights: [MeasuredWeight] {
        var trend: [MeasuredWeight] = []
        trend.reserveCapacity(weights.count)
        for weight in weights {
            guard let before = trend.last else {
                trend.append(weight)
                continue
            }
            let kept = power(Self.keptEachDay, before.date.distance(to: weight.date))
            trend.append(MeasuredWeight(date: weight.date, kg: weight.kg + kept * (before.kg - weight.kg)))
        }
        return trend
    }

    /// The trend at the end of steps that follow each other, up to the one with the last weight.
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
