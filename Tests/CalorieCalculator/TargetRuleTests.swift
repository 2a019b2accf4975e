import Calendar
import Contracts
import EnergyFormulas
import Testing

@Suite struct TargetRuleTests {
    @Test(arguments: [(Goal.lose, -700.0), (.keep, 0), (.gain, 500)])
    func `a goal adds or subtracts its energy`(_ goal: Goal, _ difference: Double) throws {
        let answer = try target(
            someMan {
                $0.goal = goal
                $0.activityLevel = .moderate
            }
        )
        #expect(isSame(answer.rawKcal - answer.tdee, difference))
        #expect(answer.dailyKcal == Int(answer.rawKcal))
    }

    @Test func `the day's energy is rounded down`() throws {
        let answer = try target(someMan { $0.activityLevel = .veryIntense })
        #expect(answer.rawKcal == 3_521.9)
        #expect(answer.dailyKcal == 3_521)
    }

    @Test func `a deficit stops at the floor of the sex, and the warning names both values`() throws {
        let short = { (request: inout CalculatorTarget) in
            request.goal = .lose
            request.weightKg = 60
            request.heightCm = 165
        }
        for (person, floor) in [
            (someWoman(short), 1_200), (someMan(short), 1_500),
            (
                someMan {
                    short(&$0)
                    $0.sex = .other
                }, 1_350
            ),
        ] {
            let answer = try target(person)
            #expect(answer.dailyKcal == floor)
            let warning = try #require(answer.warnings.first { $0.code == .raisedToFloor })
            #expect(warning.params["dailyKcal"] == "\(floor)")
            #expect(try #require(warning.params["rawKcal"].flatMap(Double.init)) == answer.rawKcal)
        }
    }

    @Test func `the floor is never above the expenditure`() throws {
        let answer = try target(
            someWoman {
                $0.age = 90
                $0.heightCm = 140
                $0.weightKg = 42
                $0.goal = .lose
            }
        )
        #expect(answer.tdee < 1_200)
        #expect(answer.dailyKcal == Int(answer.tdee))
        #expect(answer.warnings.map(\.code) == [.raisedToFloor])
    }

    @Test func `a user under 19 gets no deficit and no BMI category`() throws {
        let boy = someMan {
            $0.goal = .lose
            $0.age = 18
        }
        let answer = try target(boy)
        #expect(answer.rawKcal == answer.tdee)
        #expect(answer.warnings.map(\.code) == [.noDeficitUnder19])
        #expect(answer.bmiCategory == nil)
        #expect(answer.bmi == 24.7)
        let man = try target(
            someMan {
                $0.goal = .lose
                $0.age = 19
            }
        )
        #expect(isSame(man.rawKcal, man.tdee - 700))
        #expect(man.bmiCategory == .normal)
    }

    @Test func `an underweight user gets no deficit`() throws {
        let thin = try target(
            someMan {
                $0.goal = .lose
                $0.weightKg = 59.9
            }
        )
        #expect(thin.rawKcal == thin.tdee)
        #expect(thin.warnings.map(\.code) == [.noDeficitUnderweight])
        let enough = try target(
            someMan {
                $0.goal = .lose
                $0.weightKg = 60
            }
        )
        #expect(isSame(enough.rawKcal, enough.tdee - 700))
    }

    @Test(arguments: [
        (18.4999, BMICategory.underweight), (18.5, .normal), (24.9999, .normal), (25, .overweight),
        (29.9999, .overweight),
        (30, .obesity1), (34.9999, .obesity1), (35, .obesity2), (39.9999, .obesity2), (40, .obesity3),
    ])
    func `the BMI categories start at the WHO's limits`(_ bmi: Double, _ category: BMICategory) throws {
        let answer = try target(
            someMan {
                $0.heightCm = 200
                $0.weightKg = bmi * 4
            }
        )
        #expect(answer.bmiCategory == category)
    }

    @Test func `macronutrients follow weight and goal`() throws {
        let keep = try target(someMan())
        #expect(keep.macros.proteinG == 128)
        #expect(isSame(keep.macros.fatG, (Double(keep.dailyKcal) * 0.3 / 9 * 10).rounded() / 10))
        let gain = try target(someMan { $0.goal = .gain })
        #expect(gain.macros.proteinG == 144)
        #expect(try target(someMan { $0.goal = .lose }).macros.proteinG == 144)
        let heavy = try target(
            someMan {
                $0.weightKg = 160
                $0.heightCm = 200
            }
        )
        #expect(heavy.macros.proteinG == 160, "weight at BMI 25 is 100 kg")
    }

    @Test(arguments: [
        ("2026-02-10", 28), ("2028-02-10", 29), ("2026-04-30", 30), ("2026-12-31", 31),
    ])
    func `a month has the days of the calendar`(_ day: String, _ days: Int) throws {
        let answer = try target(someMan(), on: try #require(PlainDate(day)))
        #expect(answer.monthlyKcal == days * answer.dailyKcal)
        #expect(answer.weeklyKcal == 7 * answer.dailyKcal)
    }
}
