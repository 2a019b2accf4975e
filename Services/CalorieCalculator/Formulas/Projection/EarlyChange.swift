#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// What changes within days and weeks of a new intake, whatever fat and lean tissue do: glycogen, water and adaptation.
///
/// Under a constant intake each of their equations has a solution in closed form, so that no step can be too long.
struct EarlyChange {
    /// How far it has come.
    struct Moment {
        /// Glycogen beyond that of the start, without its water.
        let glycogenKg: Double
        /// Glycogen, its water, and extracellular fluid beyond those of the start.
        let weightKg: Double
        /// Adaptive thermogenesis, in kcal a day.
        let adaptationKcal: Double
    }

    private typealias Hall = HallConstants

    private let intakeChangeKcal: Double
    /// New intake for one of before.
    private let ratio: Double
    /// Glycogen in the end, in kg: what is used grows with its square.
    private let glycogenLimitKg: Double
    /// The pace at which glycogen gets there, per day.
    private let glycogenPace: Double

    init(tdee: Double, intakeKcal: Double) {
        intakeChangeKcal = intakeKcal - tdee
        ratio = intakeKcal / tdee
        glycogenLimitKg = Hall.glycogenKg * ratio.squareRoot()
        let usedPerSquareKg = Hall.carbohydrateShare * tdee / (Hall.glycogenKg * Hall.glycogenKg)
        glycogenPace =
            (Hall.carbohydrateShare * intakeKcal * usedPerSquareKg).squareRoot() / Hall.kcalPerKgOfGlycogen
    }

    func after(days: Double) -> Moment {
        let progress = tanh(glycogenPace * days)
        let glycogenKg =
            glycogenLimitKg * (Hall.glycogenKg + glycogenLimitKg * progress)
            / (glycogenLimitKg + Hall.glycogenKg * progress)
        let fluidPace = Hall.sodiumLossMgPerLitre / Hall.sodiumMgPerLitre
        return moment(
            glycogenKg: glycogenKg,
            fluid: 1 - exp(-fluidPace * days),
            adaptation: 1 - exp(-days / Hall.adaptationDays)
        )
    }

    /// Where all of it ends.
    var limit: Moment { moment(glycogenKg: glycogenLimitKg, fluid: 1, adaptation: 1) }

    private func moment(glycogenKg: Double, fluid: Double, adaptation: Double) -> Moment {
        let change = glycogenKg - Hall.glycogenKg
        // A litre counts as a kilogram. Nothing is known of salt: it is taken for unchanged.
        let fluidLimitKg = Hall.sodiumLossMgWithoutCarbohydrate / Hall.sodiumLossMgPerLitre * (ratio - 1)
        return Moment(
            glycogenKg: change,
            weightKg: Hall.kgPerKgOfGlycogen * change + fluidLimitKg * fluid,
            adaptationKcal: Hall.adaptationShare * intakeChangeKcal * adaptation
        )
    }
}
