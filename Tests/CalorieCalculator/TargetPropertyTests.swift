import Contracts
import EnergyFormulas
import SeededRandom
import Testing

/// Properties of all targets, checked with seeded random people.
@Suite struct TargetPropertyTests {
    private static let seeds: ClosedRange<Int> = 1...20
    private static let peopleEach = 500

    private func forRandomPeople(_ seed: Int, _ check: (CalculatorTarget, EnergyTarget) throws -> Void) throws {
        var numbers = SeededGenerator(seed: seed)
        for _ in 0..<Self.peopleEach {
            let person = numbers.person()
            try check(person, try target(person))
        }
    }

    @Test(arguments: seeds)
    func `a higher weight needs no less energy`(_ seed: Int) throws {
        try forRandomPeople(seed) { person, answer in
            var heavier = person
            heavier.weightKg = min(BodyLimits.weightKg.upperBound, person.weightKg * 1.1)
            let more = try target(heavier)
            #expect(more.bmr >= answer.bmr, "\(person)")
            #expect(more.tdee >= answer.tdee, "\(person)")
            // The goal's energy may change with the weight: a deficit is allowed from a BMI of 18.5 on.
            if person.goal != .lose { #expect(more.dailyKcal >= answer.dailyKcal, "\(person)") }
        }
    }

    @Test(arguments: seeds)
    func `no target is below the lower of floor and expenditure`(_ seed: Int) throws {
        try forRandomPeople(seed) { person, answer in
            let floor = person.sex == .male ? 1_500.0 : person.sex == .female ? 1_200 : 1_350
            #expect(answer.dailyKcal >= Int(min(floor, answer.tdee)), "\(person)")
            #expect(answer.dailyKcal >= 0, "\(person)")
        }
    }

    @Test(arguments: seeds)
    func `macronutrients add up to the day's energy`(_ seed: Int) throws {
        // Rounding error of half a tenth of a gram of each: 0.05 × (4 + 9 + 4).
        let roundingKcal = 0.851
        try forRandomPeople(seed) { person, answer in
            let macros = answer.macros
            let kcal = 4 * macros.proteinG + 9 * macros.fatG + 4 * macros.carbohydrateG
            #expect(abs(kcal - Double(answer.dailyKcal)) < roundingKcal, "\(person)")
            #expect(min(macros.proteinG, macros.fatG, macros.carbohydrateG) >= 0, "\(person)")
        }
    }

    @Test(arguments: seeds)
    func `a week has seven days and a month those of the calendar`(_ seed: Int) throws {
        try forRandomPeople(seed) { person, answer in
            #expect(answer.weeklyKcal == 7 * answer.dailyKcal, "\(person)")
            #expect(answer.monthlyKcal == 31 * answer.dailyKcal, "\(person)")
        }
    }

    @Test(arguments: seeds)
    func `results are rounded to few decimals`(_ seed: Int) throws {
        func has(_ parts: Double, _ value: Double) -> Bool { (value * parts).rounded() / parts == value }
        try forRandomPeople(seed) { _, answer in
            for value in [answer.bmr, answer.tdee, answer.rawKcal] { #expect(has(100, value)) }
            let macros = answer.macros
            for value in [macros.proteinG, macros.fatG, macros.carbohydrateG, answer.bmi] { #expect(has(10, value)) }
        }
    }
}
