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
