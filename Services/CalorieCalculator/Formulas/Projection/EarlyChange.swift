#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// Changes within days and weeks of a new intake, independent of fat and lean tissue: glycogen, water and adaptation.
///
/// Under a constant intake each equation has a closed-form solution, so that the result does not depend on step sizes.
struct EarlyChange {
    /// The changes at one time.
    struct Moment {
        /// Change of glycogen since the start, without its water.
        let glycogenKg: Double
        /// Change of glycogen, its water and extracellular fluid since the start.
        let weightKg: Double
        /// Adaptive thermogenesis, in kcal a day.
        let adaptationKcal: Double
    }

    private typealias Hall = HallConstants

    private let intakeChangeKcal: Double
    /// The new intake divided by the old one.
    private let ratio: Double
    /// The final glycogen, in kg: its use grows with its square.
    private let glycogenLimitKg: Double
    /// The rate at which glycogen approaches its limit, per day.
    private let glycogenRate: Double

    init(tdee: Double, intakeKcal: Double) {
        intakeChangeKcal = intakeKcal - tdee
        ratio = intakeKcal / tdee
        glycogenLimitKg = Hall.glycogenKg * ratio.squareRoot()
        let usedPerSquareKg = Hall.carbohydrateShare * tdee / (Hall.glycogenKg * Hall.glycogenKg)
        glycogenRate =
            (Hall.carbohydrateShare * intakeKcal * usedPerSquareKg).squareRoot() / Hall.kcalPerKgOfGlycogen
    }

    func after(days: Double) -> Moment {
        let progress = tanh(glycogenRate * days)
        let glycogenKg =
            glycogenLimitKg * (Hall.glycogenKg + glycogenLimitKg * progress)
            / (glycogenLimitKg + Hall.glycogenKg * progress)
        let fluidRate = Hall.sodiumLossMgPerLitre / Hall.sodiumMgPerLitre
        return moment(
            glycogenKg: glycogenKg,
            fluid: 1 - exp(-fluidRate * days),
            adaptation: 1 - exp(-days / Hall.adaptationDays)
        )
    }

    /// The changes in the limit of infinite time.
    var limit: Moment { moment(glycogenKg: glycogenLimitKg, fluid: 1, adaptation: 1) }

    private func moment(glycogenKg: Double, fluid: Double, adaptation: Double) -> Moment {
        let change = glycogenKg - Hall.glycogenKg
        // A litre counts as a kilogram. The intake of salt is unknown and assumed unchanged.
        let fluidLimitKg = Hall.sodiumLossMgWithoutCarbohydrate / Hall.sodiumLossMgPerLitre * (ratio - 1)
        return Moment(
            glycogenKg: change,
            weightKg: Hall.kgPerKgOfGlycogen * change + fluidLimitKg * fluid,
            adaptationKcal: Hall.adaptationShare * intakeChangeKcal * adaptation
        )
    }
}
