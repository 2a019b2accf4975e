/// Energy factors and conversions.
package enum EnergyFactor {
    /// Energy of one gram, in kcal (Atwater's general factors; fibre and alcohol as in the EU's Regulation 1169/2011).
    package static let kcalPerGramOfProtein = 4.0
    package static let kcalPerGramOfCarbohydrate = 4.0
    package static let kcalPerGramOfFat = 9.0
    package static let kcalPerGramOfFibre = 2.0
    package static let kcalPerGramOfAlcohol = 7.0
    /// Kilojoules of a kilocalorie, by the thermochemical calorie.
    package static let kilojoulesPerKcal = 4.184

    /// Converts kilojoules to kcal.
    package static func kcal(ofKilojoules kilojoules: Double) -> Double { kilojoules / kilojoulesPerKcal }
}

/// Energy of exercise by its metabolic equivalent (MET), the multiple of the energy spent at rest.
///
/// One MET equals 1 kcal per kg and hour, as in the Compendium of Physical Activities.
package enum ExerciseEnergy {
    /// Returns all energy spent during the exercise, in kcal.
    package static func grossKcal(met: Double, weightKg: Double, hours: Double) -> Double { met * weightKg * hours }

    /// Returns the energy in addition to that spent at rest, in kcal.
    package static func netKcal(met: Double, weightKg: Double, hours: Double) -> Double {
        grossKcal(met: max(0, met - 1), weightKg: weightKg, hours: hours)
    }
}
