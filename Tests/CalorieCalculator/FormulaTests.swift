import Contracts
import EnergyFormulas
import SeededRandom
import Testing

@Suite struct FormulaTests {
    @Test func `basal rates equal the check table`() throws {
        #expect(try target(someMan()).bmr == 1_853.63)
        #expect(try target(someWoman()).bmr == 1_429.92)
        #expect(try target(someMan { $0.formula = .mifflinStJeor }).bmr == 1_780)
        #expect(try target(someWoman { $0.formula = .mifflinStJeor }).bmr == 1_370.25)
    }

    @Test(arguments: [
        (ActivityLevel.sedentary, 2_726.17, 2_079.55), (.light, 2_945.77, 2_243.57), (.moderate, 3_126.32, 2_381.15),
        (.intense, 3_495.82, 2_614.48), (.veryIntense, 3_495.82, 2_614.48),
    ])
    func `EER expenditures equal the check table`(_ level: ActivityLevel, _ man: Double, _ woman: Double) throws {
        func eer(_ request: inout CalculatorTarget) {
            request.formula = .eer2023
            request.activityLevel = level
        }
        let (his, hers) = (try target(someMan(eer)), try target(someWoman(eer)))
        #expect((his.tdee, hers.tdee) == (man, woman))
        #expect((his.bmr, hers.bmr) == (1_780, 1_370.25))
    }

    @Test func `Katch-McArdle and Cunningham use the lean mass`() throws {
        let lean60 = { (request: inout CalculatorTarget) in request.bodyFatPercent = 25 }
        #expect(
            try target(
                someMan {
                    lean60(&$0)
                    $0.formula = .katchMcArdle
                }
            ).bmr == 1_666
        )
        #expect(
            try target(
                someMan {
                    lean60(&$0)
                    $0.formula = .cunningham
                }
            ).bmr == 1_820
        )
    }

    @Test(arguments: [
        (ActivityLevel.sedentary, 1.2), (.light, 1.375), (.moderate, 1.55), (.intense, 1.725), (.veryIntense, 1.9),
    ])
    func `the expenditure is the basal rate times the activity factor`(_ level: ActivityLevel, _ factor: Double) throws
    {
        let answer = try target(someMan { $0.activityLevel = level })
        #expect(isSame(answer.tdee, 1_853.632 * factor))
    }

    @Test func `Harris-Benedict is the default formula`() throws {
        #expect(try target(someMan()).formula == .harrisBenedict)
        #expect(try target(someMan { $0.formula = .eer2023 }).formula == .eer2023)
    }

    @Test func `the sex other gets the mean of both sexes and a warning`() throws {
        let other = someMan { $0.sex = .other }
        let (man, woman) = (try target(someMan()), try target(someMan { $0.sex = .female }))
        let answer = try target(other)
        #expect(abs(answer.bmr - (man.bmr + woman.bmr) / 2) < 0.011)
        #expect(answer.warnings.map(\.code) == [.meanOfBothSexes])
        #expect(man.warnings.isEmpty)
    }

    @Test(arguments: 1...20)
    func `a second implementation of the formulas gives the same targets`(_ seed: Int) throws {
        var numbers = SeededGenerator(seed: seed)
        for _ in 0..<500 {
            let person = numbers.person()
            let (answer, expected) = (try target(person), try #require(ReferenceFormulas.answer(person)))
            #expect(isSame(answer.bmr, expected.bmr), "\(person)")
            #expect(isSame(answer.tdee, expected.tdee), "\(person)")
            #expect(isSame(answer.rawKcal, expected.raw), "\(person)")
            // Sums in a different order differ in the last bit, which rounding down to an integer can expose.
            #expect(abs(answer.dailyKcal - expected.daily) <= (isNearWhole(expected.raw) ? 1 : 0), "\(person)")
            #expect(Set(answer.warnings.map(\.code)) == expected.warnings, "\(person)")
        }
    }

    private func isNearWhole(_ value: Double) -> Bool { abs(value - value.rounded()) < 1e-9 }
}
