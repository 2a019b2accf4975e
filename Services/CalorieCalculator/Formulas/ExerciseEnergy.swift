/// What exercise spends, by its metabolic equivalent (MET): the multiple of the energy spent at rest.
///
/// One MET is taken for 1 kcal per kg and hour, as the Compendium of Physical Activities does.
package enum ExerciseEnergy {
    /// All energy spent meanwhile, in kcal.
    package static func grossKcal(met: Double, weightKg: Double, hours: Double) -> Double { met * weightKg * hours }

    /// What comes on top of a day's expenditure, in kcal: the rest would have been spent anyway.
    package static func netKcal(met: Double, weightKg: Double, hours: Double) -> Double {
        grossKcal(met: max(0, met - 1), weightKg: weightKg, hours: hours)
    }
}
