import EnergyFormulas
import SeededRandom
import Testing

/// Checks the dynamic model of weight against published figures, a second implementation and general properties.
@Suite(.timeLimit(.minutes(5)))
struct WeightModelTests {
    private static let kcalPerKilojoule = 1 / 4.184

    /// The man of the check with the R package bw: 40 years, 180 cm, 90 kg, 500 kcal a day less.
    ///
    /// The package is by Camacho-García-Formentí and Zepeda-Tello. Resting rate and fat are those of its equations.
    private static let referenceMan = WeightModel.Start(weightKg: 90, fatKg: 23.118_53, bmr: 1_832.3, tdee: 2_748.45)

    /// Overweight adults of 40 years: a man of 170 cm and a woman of 165 cm.
    ///
    /// Resting rates are by Mifflin and St Jeor, with activity level 1.5.
    private static let overweightMan = WeightModel.Start(weightKg: 80, fatKg: 20.57, bmr: 1_669.9, tdee: 2_504.85)
    private static let overweightWoman = WeightModel.Start(weightKg: 77, fatKg: 28.6, bmr: 1_442.7, tdee: 2_164.05)

    @Test(arguments: [(7, 89.1993), (28, 88.0836), (364, 76.2568)])
    func `the course equals that of the R package bw`(_ day: Int, _ weightKg: Double) {
        let weights = WeightModel(Self.referenceMan, intakeKcal: 2_248.45).weights(days: 364)
        #expect(abs(weights[day] - weightKg) < 0.01, "\(weights[day])")
    }

    /// The paper's rule of thumb: a change of 100 kJ a day finally gives about one kilogram.
    ///
    /// Half of it is reached in about a year, 95 % in about three.
    @Test(arguments: [overweightMan, overweightWoman])
    func `a change of 100 kJ a day gives about 1 kg, half of it after about a year`(_ start: WeightModel.Start) {
        let model = WeightModel(start, intakeKcal: start.tdee - 100 * Self.kcalPerKilojoule)
        let loss = start.weightKg - model.settledKg
        #expect((0.9...1.3).contains(loss), "\(loss)")
        let shares = model.weights(days: 3 * 365).map { (start.weightKg - $0) / loss }
        let halfTime = shares.firstIndex { $0 >= 0.5 }
        #expect((270...380).contains(halfTime ?? 0), "\(halfTime ?? 0)")
        #expect((0.85...0.97).contains(shares[3 * 365]), "\(shares[3 * 365])")
    }

    /// The same paper's statement about adiposity.
    @Test func `with more fat, the same change loses more weight and takes longer`() {
        var fatter = Self.overweightMan
        fatter.fatKg *= 1.5
        let models = [Self.overweightMan, fatter].map { WeightModel($0, intakeKcal: $0.tdee - 250) }
        let losses = models.map { Self.overweightMan.weightKg - $0.settledKg }
        #expect(losses[1] > losses[0])
        let halfTimes = zip(models, losses).map { model, loss in
            model.weights(days: 1_000).firstIndex { Self.overweightMan.weightKg - $0 >= loss / 2 } ?? 0
        }
        #expect(halfTimes[0] > 0 && halfTimes[1] > halfTimes[0], "\(halfTimes)")
    }

    @Test func `the rule of 7700 kcal per kilogram overpredicts increasingly`() {
        let weights = WeightModel(Self.referenceMan, intakeKcal: 2_248.45).weights(days: 1_095)
        let ratios = [90, 365, 1_095].map { (90 - weights[$0]) / (Double($0) * 500 / 7_700) }
        #expect(ratios[0] > ratios[1] && ratios[1] > ratios[2], "\(ratios)")
        #expect(ratios[1] < 0.65 && ratios[2] < 0.35, "\(ratios)")
    }

    @Test(arguments: 1...8)
    func `a second implementation of the model gives the same weights`(_ seed: Int) {
        var numbers = SeededGenerator(seed: seed)
        for _ in 0..<5 {
            let (body, intakeKcal) = numbers.start()
            var start = body
            if Bool.random(using: &numbers) { start.intakeKcal += Double.random(in: -600...600, using: &numbers) }
            let weights = WeightModel(start, intakeKcal: intakeKcal).weights(days: 400)
            var reference = ReferenceWeightModel(start, intakeKcal: intakeKcal)
            var day = 0
            for next in [1, 3, 10, 50, 400] {
                reference.advance(days: next - day)
                day = next
                #expect(abs(weights[day] - reference.weightKg) < 0.01, "day \(day) of \(start), \(intakeKcal) kcal")
            }
        }
    }

    /// The loss of water and glycogen in the first days belongs to a change of the intake, not to a low one.
    @Test(arguments: 1...8)
    func `a body that eats as before has no fall of the first days`(_ seed: Int) {
        var numbers = SeededGenerator(seed: seed)
        for _ in 0..<20 {
            let (body, intakeKcal) = numbers.start()
            var start = body
            start.intakeKcal = intakeKcal
            let weights = WeightModel(start, intakeKcal: intakeKcal).weights(days: 14)
            let changes = zip(weights, weights.dropFirst()).map { abs($1 - $0) }
            // Tissue alone: 7.6 MJ/kg, the least of both, holds 1,816 kcal.
            #expect(changes[0] <= abs(intakeKcal - start.tdee) / 1_816, "\(start), \(intakeKcal) kcal")
            #expect(changes[0] - changes[13] < 0.2 * changes[0], "\(start), \(intakeKcal) kcal: \(changes)")
        }
    }

    @Test func `a return to the expenditure gives the water of a diet back`() {
        var start = Self.referenceMan
        start.intakeKcal = 2_248.45
        let weights = WeightModel(start, intakeKcal: start.tdee).weights(days: 14)
        #expect((0.3...1.5).contains(weights[7] - weights[0]), "\(weights)")
    }

    @Test(arguments: 1...8)
    func `an intake equal to the expenditure keeps the weight`(_ seed: Int) {
        var numbers = SeededGenerator(seed: seed)
        let start = numbers.start().start
        let model = WeightModel(start, intakeKcal: start.tdee)
        #expect(model.weights(days: 1_825).allSatisfy { abs($0 - start.weightKg) < 1e-6 })
        #expect(abs(model.settledKg - start.weightKg) < 1e-6)
    }

    @Test(arguments: 1...8)
    func `the weight converges to the one where expenditure equals intake`(_ seed: Int) {
        var numbers = SeededGenerator(seed: seed)
        for _ in 0..<5 {
            let (start, intakeKcal) = numbers.start()
            let model = WeightModel(start, intakeKcal: intakeKcal)
            let late = model.weights(days: 60 * 365)
            #expect(abs(late[60 * 365] - model.settledKg) < 0.05, "\(start), \(intakeKcal) kcal")
        }
    }

    @Test(arguments: 1...8)
    func `a higher intake gives a higher weight on every day`(_ seed: Int) {
        var numbers = SeededGenerator(seed: seed)
        for _ in 0..<20 {
            let (start, intakeKcal) = numbers.start()
            let less = WeightModel(start, intakeKcal: intakeKcal - 50)
            let more = WeightModel(start, intakeKcal: intakeKcal + 50)
            let pairs = zip(less.weights(days: 730), more.weights(days: 730)).dropFirst()
            #expect(pairs.allSatisfy { $0 < $1 }, "\(start), \(intakeKcal) kcal")
            #expect(less.settledKg < more.settledKg, "\(start), \(intakeKcal) kcal")
        }
    }

    /// The largest change is on the first day, by water; then changes become smaller.
    @Test(arguments: 1...8)
    func `no daily change is a jump`(_ seed: Int) {
        var numbers = SeededGenerator(seed: seed)
        for _ in 0..<20 {
            let (start, intakeKcal) = numbers.start()
            let weights = WeightModel(start, intakeKcal: intakeKcal).weights(days: 365)
            let changes = zip(weights, weights.dropFirst()).map { abs($1 - $0) }
            #expect(changes[0] < 0.015 * start.weightKg, "\(start), \(intakeKcal) kcal: \(changes[0])")
            #expect(changes[0] == changes.max(), "\(start), \(intakeKcal) kcal")
            let bends = zip(changes, changes.dropFirst()).dropFirst(14).map { abs($1 - $0) }
            #expect(bends.allSatisfy { $0 < 0.005 }, "\(start), \(intakeKcal) kcal")
        }
    }
}
