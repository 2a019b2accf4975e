#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// The course of somebody's weight under a constant intake, by the dynamic model of Hall, Sacks et al., "Quantification
/// of the effect of energy imbalance on bodyweight", Lancet 2011; 378: 826–837, and its web appendix.
///
/// Weight is fat, lean tissue, glycogen with its water, and extracellular fluid. Expenditure falls with the weight, so that
/// a new intake leads to a new weight, half of the way in about a year. The body is in balance at the start: what it spends
/// is what it ate. Fat and lean tissue change together along Forbes' curve, which leaves one equation to be integrated.
package struct WeightModel {
    /// A body in balance.
    package struct Start {
        package var weightKg: Double
        package var fatKg: Double
        /// Energy spent at rest and on the whole day, in kcal.
        package var bmr: Double
        package var tdee: Double

        package init(weightKg: Double, fatKg: Double, bmr: Double, tdee: Double) {
            self.weightKg = weightKg
            self.fatKg = fatKg
            self.bmr = bmr
            self.tdee = tdee
        }
    }

    private typealias Hall = HallConstants

    /// Halvings of the interval in which the final fat is looked for: as many as a number has bits, and some more for the
    /// width of the interval.
    private static let halvings = 80
    /// The final fat is looked for between so many times less and more than that of the start.
    private static let fatRatioMax = 1e6

    private let start: Start
    private let intakeKcal: Double
    private let early: EarlyChange
    /// What moving a kilogram about costs a day (δ of the model), in kcal.
    private let activityKcalPerKg: Double

    /// Makes the model of one body.
    ///
    /// - Parameters:
    ///   - start: The body; mass and energy are above zero.
    ///   - intakeKcal: What is eaten from then on, each day; above zero.
    package init(_ start: Start, intakeKcal: Double) {
        self.start = start
        self.intakeKcal = intakeKcal
        early = EarlyChange(tdee: start.tdee, intakeKcal: intakeKcal)
        // Where activity and digestion would be less than nothing, nothing is taken for activity.
        activityKcalPerKg = max(0, (1 - Hall.feedingShare) * start.tdee - start.bmr) / start.weightKg
    }

    /// Weights in kg: today, and after each of so many days.
    package func weights(days: Int) -> [Double] {
        var weights = [start.weightKg]
        weights.reserveCapacity(days + 1)
        var fatKg = start.fatKg
        var now = early.after(days: 0)
        for day in 0..<days {
            let half = early.after(days: Double(day) + 0.5)
            let next = early.after(days: Double(day) + 1)
            fatKg = fatAfterDay(fatKg, now, half, next)
            weights.append(weight(fatKg, next))
            now = next
        }
        return weights
    }

    /// The weight in kg at which expenditure equals intake, where the course ends if nothing else changes.
    package var settledKg: Double {
        let limit = early.limit
        var (low, high) = (start.fatKg / Self.fatRatioMax, start.fatKg * Self.fatRatioMax)
        for _ in 0..<Self.halvings {
            let middle = (low * high).squareRoot()
            if balance(middle, limit) > 0 { low = middle } else { high = middle }
        }
        return weight(low, limit)
    }

    /// One day by the classical method of Runge and Kutta; glycogen takes the same of it each hour.
    private func fatAfterDay(
        _ fatKg: Double,
        _ now: EarlyChange.Moment,
        _ half: EarlyChange.Moment,
        _ next: EarlyChange.Moment
    ) -> Double {
        let storedKcal = Hall.kcalPerKgOfGlycogen * (next.glycogenKg - now.glycogenKg)
        let first = growth(fatKg, now, storedKcal)
        let second = growth(fatKg + first / 2, half, storedKcal)
        let third = growth(fatKg + second / 2, half, storedKcal)
        let fourth = growth(fatKg + third, next, storedKcal)
        return fatKg + (first + 2 * second + 2 * third + fourth) / 6
    }

    /// What fat gains a day, in kg.
    private func growth(_ fatKg: Double, _ moment: EarlyChange.Moment, _ storedKcal: Double) -> Double {
        // The share of an imbalance that lean tissue takes; the rest is fat's (p of the model).
        let leanKcal = Hall.forbesLeanKg * Hall.kcalPerKgOfLean / Hall.kcalPerKgOfFat
        let leanShare = leanKcal / (leanKcal + fatKg)
        let building =
            (1 - leanShare) * Hall.buildingKcalPerKgOfFat / Hall.kcalPerKgOfFat
            + leanShare * Hall.buildingKcalPerKgOfLean / Hall.kcalPerKgOfLean
        let tissueKcal = (balance(fatKg, moment) - storedKcal) / (1 + building)
        return (1 - leanShare) * tissueKcal / Hall.kcalPerKgOfFat
    }

    /// Intake less expenditure, without what building tissue costs, in kcal a day.
    private func balance(_ fatKg: Double, _ moment: EarlyChange.Moment) -> Double {
        let spent =
            start.tdee
            + Hall.restKcalPerKgOfFat * (fatKg - start.fatKg)
            + Hall.restKcalPerKgOfLean * leanChange(fatKg)
            + activityKcalPerKg * (weight(fatKg, moment) - start.weightKg)
            + Hall.feedingShare * (intakeKcal - start.tdee)
            + moment.adaptationKcal
        return intakeKcal - spent
    }

    private func weight(_ fatKg: Double, _ moment: EarlyChange.Moment) -> Double {
        start.weightKg + fatKg - start.fatKg + leanChange(fatKg) + moment.weightKg
    }

    /// Lean tissue beyond that of the start, in kg, by Forbes' curve.
    private func leanChange(_ fatKg: Double) -> Double { Hall.forbesLeanKg * log(fatKg / start.fatKg) }
}
