#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// The dynamic model of body weight under a constant intake by Hall, Sacks et al.
///
/// Source: "Quantification of the effect of energy imbalance on bodyweight", Lancet 2011; 378: 826–837, and its web
/// appendix.
///
/// Weight is the sum of fat, lean tissue, glycogen with its water, and extracellular fluid. Expenditure falls with the
/// weight, so that a new intake leads to a new weight, half of the way in about a year. The body is in balance at the
/// start: expenditure equals intake. Fat and lean tissue change together along Forbes' curve, which leaves one equation
/// to integrate.
package struct WeightModel {
    /// A body in balance.
    package struct Start {
        package var weightKg: Double
        package var fatKg: Double
        /// Energy spent at rest and in total, in kcal a day.
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

    /// Number of bisections to find the final fat: the bits of a `Double`, and more for the interval's
    /// width.
    private static let bisectionSteps = 80
    /// The final fat is searched between the initial fat divided and multiplied by this factor.
    private static let maximumFatRatio = 1e6

    private let start: Start
    private let intakeKcal: Double
    private let early: EarlyChange
    /// Energy of physical activity per kilogram and day (δ of the model), in kcal.
    private let activityKcalPerKg: Double

    /// Creates the model of one body.
    ///
    /// - Parameters:
    ///   - start: The body; masses and energies are above 0.
    ///   - intakeKcal: The new intake in kcal a day, above 0.
    package init(_ start: Start, intakeKcal: Double) {
        self.start = start
        self.intakeKcal = intakeKcal
        early = EarlyChange(tdee: start.tdee, intakeKcal: intakeKcal)
        // If activity and digestion would be negative, the activity is 0.
        activityKcalPerKg = max(0, (1 - Hall.feedingShare) * start.tdee - start.bmr) / start.weightKg
    }

    /// Returns the weights in kg of today and after each day.
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

    /// The final weight in kg, at which expenditure equals intake.
    package var settledKg: Double {
        let limit = early.limit
        var (low, high) = (start.fatKg / Self.maximumFatRatio, start.fatKg * Self.maximumFatRatio)
        for _ in 0..<Self.bisectionSteps {
            let middle = (low * high).squareRoot()
            if balance(middle, limit) > 0 { low = middle } else { high = middle }
        }
        return weight(low, limit)
    }

    /// Integrates one day by the classical Runge–Kutta method, with a constant rate of glycogen storage during the day.
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

    /// Returns the gain of fat in kg a day.
    private func growth(_ fatKg: Double, _ moment: EarlyChange.Moment, _ storedKcal: Double) -> Double {
        // The share of an imbalance that goes to lean tissue; the rest goes to fat (p of the model).
        let leanKcal = Hall.forbesLeanKg * Hall.kcalPerKgOfLean / Hall.kcalPerKgOfFat
        let leanShare = leanKcal / (leanKcal + fatKg)
        let building =
            (1 - leanShare) * Hall.buildingKcalPerKgOfFat / Hall.kcalPerKgOfFat
            + leanShare * Hall.buildingKcalPerKgOfLean / Hall.kcalPerKgOfLean
        let tissueKcal = (balance(fatKg, moment) - storedKcal) / (1 + building)
        return (1 - leanShare) * tissueKcal / Hall.kcalPerKgOfFat
    }

    /// Returns intake minus expenditure, without the energy to build tissue, in kcal a day.
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

    /// Returns the change of lean tissue since the start by Forbes' curve, in kg.
    private func leanChange(_ fatKg: Double) -> Double { Hall.forbesLeanKg * log(fatKg / start.fatKg) }
}
