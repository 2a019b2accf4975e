import Contracts

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
/// weight, so that a new intake leads to a new weight, half of the way in about a year. The paper's body is in balance
/// at the start: expenditure equals intake. This one may also be adapted to another intake: glycogen, fluid and
/// the adaptation of the expenditure then start at their limits for that intake. Fat and lean tissue change together
/// along Forbes' curve, which leaves one equation to integrate.
package struct WeightModel {
    /// The body before the projected intake.
    package struct Start {
        package var weightKg: Double
        package var fatKg: Double
        /// Energy that a body of this weight spends in balance, at rest and in total, in kcal a day.
        package var bmr: Double
        package var tdee: Double
        /// The intake of the past weeks in kcal a day, above 0; `tdee` for a body in balance.
        package var intakeKcal: Double

        /// Creates a body; without an intake of the past weeks, it is in balance.
        package init(weightKg: Double, fatKg: Double, bmr: Double, tdee: Double, intakeKcal: Double? = nil) {
            self.weightKg = weightKg
            self.fatKg = fatKg
            self.bmr = bmr
            self.tdee = tdee
            self.intakeKcal = intakeKcal ?? tdee
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
        early = EarlyChange(tdee: start.tdee, from: start.intakeKcal, to: intakeKcal)
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
        _ now: EarlyChange.State,
        _ half: EarlyChange.State,
        _ next: EarlyChange.State
    ) -> Double {
        let storedKcal = Hall.kcalPerKgOfGlycogen * (next.glycogenKg - now.glycogenKg)
        let first = growth(fatKg, now, storedKcal)
        let second = growth(fatKg + first / 2, half, storedKcal)
        let third = growth(fatKg + second / 2, half, storedKcal)
        let fourth = growth(fatKg + third, next, storedKcal)
        return fatKg + (first + 2 * second + 2 * third + fourth) / 6
    }

    /// Returns the gain of fat in kg a day.
    private func growth(_ fatKg: Double, _ state: EarlyChange.State, _ storedKcal: Double) -> Double {
        // The share of an imbalance that goes to lean tissue; the rest goes to fat (p of the model).
        let leanKcal = Hall.forbesLeanKg * Hall.kcalPerKgOfLean / Hall.kcalPerKgOfFat
        let leanShare = leanKcal / (leanKcal + fatKg)
        let building =
            (1 - leanShare) * Hall.buildingKcalPerKgOfFat / Hall.kcalPerKgOfFat
            + leanShare * Hall.buildingKcalPerKgOfLean / Hall.kcalPerKgOfLean
        let tissueKcal = (balance(fatKg, state) - storedKcal) / (1 + building)
        return (1 - leanShare) * tissueKcal / Hall.kcalPerKgOfFat
    }

    /// Returns intake minus expenditure, without the energy to build tissue, in kcal a day.
    private func balance(_ fatKg: Double, _ state: EarlyChange.State) -> Double {
        let spent =
            start.tdee
            + Hall.restKcalPerKgOfFat * (fatKg - start.fatKg)
            + Hall.restKcalPerKgOfLean * leanChange(fatKg)
            + activityKcalPerKg * (weight(fatKg, state) - start.weightKg)
            + Hall.feedingShare * (intakeKcal - start.tdee)
            + state.adaptationKcal
        return intakeKcal - spent
    }

    private func weight(_ fatKg: Double, _ state: EarlyChange.State) -> Double {
        start.weightKg + fatKg - start.fatKg + leanChange(fatKg) + state.weightKg
    }

    /// Returns the change of lean tissue since the start by Forbes' curve, in kg.
    private func leanChange(_ fatKg: Double) -> Double { Hall.forbesLeanKg * log(fatKg / start.fatKg) }
}

/// Changes within days and weeks of a new intake, independent of fat and lean tissue: glycogen, water and adaptation.
///
/// Under a constant intake each equation has a closed-form solution, so that the result does not depend on step sizes.
struct EarlyChange {
    /// The changes at one time.
    struct State {
        /// Change of glycogen since the start, without its water.
        let glycogenKg: Double
        /// Change of glycogen, its water and extracellular fluid since the start.
        let weightKg: Double
        /// Adaptive thermogenesis compared with the body in balance, in kcal a day.
        let adaptationKcal: Double
    }

    private typealias Hall = HallConstants

    /// The states to which the old and the new intake lead.
    private let start: Levels
    private let end: Levels
    /// The rate at which glycogen approaches its limit, per day.
    private let glycogenRate: Double

    /// - Parameters:
    ///   - tdee: The expenditure of the body in balance, in kcal a day.
    ///   - before: The intake of the past weeks, in kcal a day, above 0.
    ///   - intakeKcal: The new intake, in kcal a day, above 0.
    init(tdee: Double, from before: Double, to intakeKcal: Double) {
        start = Levels(tdee: tdee, intakeKcal: before)
        end = Levels(tdee: tdee, intakeKcal: intakeKcal)
        let usedPerSquareKg = Hall.carbohydrateShare * tdee / (Hall.glycogenKg * Hall.glycogenKg)
        glycogenRate =
            (Hall.carbohydrateShare * intakeKcal * usedPerSquareKg).squareRoot() / Hall.kcalPerKgOfGlycogen
    }

    func after(days: Double) -> State {
        let progress = tanh(glycogenRate * days)
        let glycogenKg =
            end.glycogenKg * (start.glycogenKg + end.glycogenKg * progress)
            / (end.glycogenKg + start.glycogenKg * progress)
        let fluidRate = Hall.sodiumLossMgPerLitre / Hall.sodiumMgPerLitre
        return state(
            glycogenKg: glycogenKg,
            fluid: 1 - exp(-fluidRate * days),
            adaptation: 1 - exp(-days / Hall.adaptationDays)
        )
    }

    /// The changes in the limit of infinite time.
    var limit: State { state(glycogenKg: end.glycogenKg, fluid: 1, adaptation: 1) }

    /// Returns the state with the shares, 0 to 1, of the changes of fluid and adaptation that have happened.
    private func state(glycogenKg: Double, fluid: Double, adaptation: Double) -> State {
        let change = glycogenKg - start.glycogenKg
        return State(
            glycogenKg: change,
            weightKg: Hall.kgPerKgOfGlycogen * change + (end.fluidKg - start.fluidKg) * fluid,
            adaptationKcal: start.adaptationKcal + (end.adaptationKcal - start.adaptationKcal) * adaptation
        )
    }

    /// The state to which an intake leads within weeks.
    private struct Levels {
        /// Glycogen without its water: its use grows with its square.
        let glycogenKg: Double
        /// Extracellular fluid, compared with that of the body in balance.
        let fluidKg: Double
        /// Adaptive thermogenesis, in kcal a day.
        let adaptationKcal: Double

        init(tdee: Double, intakeKcal: Double) {
            let ratio = intakeKcal / tdee
            glycogenKg = Hall.glycogenKg * ratio.squareRoot()
            // A litre counts as a kilogram. The intake of salt is unknown and assumed unchanged.
            fluidKg = Hall.sodiumLossMgWithoutCarbohydrate / Hall.sodiumLossMgPerLitre * (ratio - 1)
            adaptationKcal = Hall.adaptationShare * (intakeKcal - tdee)
        }
    }
}

/// The constants of Hall's model (``WeightModel``) from its web appendix.
///
/// Energies are converted from kJ to kcal.
enum HallConstants {
    /// Energy content of a kilogram of fat, lean tissue and glycogen (ρ: 39.5, 7.6 and 17.6 MJ/kg), in kcal.
    static let kcalPerKgOfFat = kcal(39_500)
    static let kcalPerKgOfLean = kcal(7_600)
    static let kcalPerKgOfGlycogen = kcal(17_600)
    /// Energy that a kilogram of fat and lean tissue spends at rest (γ: 13 and 92 kJ/kg a day), in kcal.
    static let restKcalPerKgOfFat = kcal(13)
    static let restKcalPerKgOfLean = kcal(92)
    /// Energy to build a kilogram of fat and lean tissue (η: 750 and 960 kJ/kg), in kcal.
    static let buildingKcalPerKgOfFat = kcal(750)
    static let buildingKcalPerKgOfLean = kcal(960)
    /// The share of a change of intake used for digestion (β of the thermic effect of feeding).
    static let feedingShare = 0.1
    /// The share of a change of intake by which the expenditure adapts (β of adaptive thermogenesis).
    ///
    /// The time constant of the adaptation (τ), in days.
    static let adaptationShare = 0.14
    static let adaptationDays = 14.0
    /// Kilograms of lean tissue for each e-fold of fat: Forbes' curve of body composition.
    static let forbesLeanKg = 10.4
    /// Glycogen in balance, in kg, and the mass of a kilogram of glycogen with the water that it binds.
    static let glycogenKg = 0.5
    static let kgPerKgOfGlycogen = 3.7
    /// The share of carbohydrate in the intake, before and after the change.
    static let carbohydrateShare = 0.5
    /// Sodium in a litre of extracellular fluid (3.22 mg/ml), in mg.
    ///
    /// Daily loss of sodium for each litre of excess fluid, and for an intake without carbohydrate, in mg.
    static let sodiumMgPerLitre = 3_220.0
    static let sodiumLossMgPerLitre = 3_000.0
    static let sodiumLossMgWithoutCarbohydrate = 4_000.0

    private static func kcal(_ kilojoules: Double) -> Double { EnergyFactor.kcal(ofKilojoules: kilojoules) }
}
