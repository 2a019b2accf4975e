import Contracts
import EnergyFormulas
import Testing

@Suite struct EnergyTests {
    @Test func `exercise spends MET times weight and time, net of one MET at rest`() {
        #expect(ExerciseEnergy.grossKcal(met: 8, weightKg: 70, hours: 0.5) == 280)
        #expect(ExerciseEnergy.netKcal(met: 8, weightKg: 70, hours: 0.5) == 245)
        #expect(ExerciseEnergy.netKcal(met: 1, weightKg: 70, hours: 8) == 0)
        // Sleep is below one MET, but its net energy is not negative.
        #expect(ExerciseEnergy.netKcal(met: 0.95, weightKg: 70, hours: 8) == 0)
    }

    @Test func `a gram has the energy of food labels`() {
        let label = [
            EnergyFactor.kcalPerGramOfProtein, EnergyFactor.kcalPerGramOfCarbohydrate, EnergyFactor.kcalPerGramOfFat,
            EnergyFactor.kcalPerGramOfFibre, EnergyFactor.kcalPerGramOfAlcohol,
        ]
        #expect(label == [4, 4, 9, 2, 7])
        #expect(EnergyFactor.kcal(ofKilojoules: 8_368) == 2_000)
    }
}
