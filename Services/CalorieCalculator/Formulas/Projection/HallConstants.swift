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
    /// Glycogen at the start, in kg, and the mass of a kilogram of glycogen with the water that it binds.
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
