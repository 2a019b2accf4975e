import Contracts
import EnergyFormulas
import Testing

@Suite struct TargetHintTests {
    private func hints(
        _ goal: Goal,
        age: Int = 30,
        heightCm: Double = 180,
        weightKg: Double = 80,
        level: ActivityLevel = .sedentary,
        bmr: Double = 1_800,
        tdee: Double = 2_160,
        dailyKcal: Double,
        proteinG: Double = 144,
        language: String = "en"
    ) -> [TargetHint] {
        TargetHints(
            age: age,
            heightCm: heightCm,
            weightKg: weightKg,
            activityLevel: level,
            goal: goal,
            bmr: bmr,
            tdee: tdee,
            dailyKcal: dailyKcal,
            proteinG: proteinG
        ).hints(in: language)
    }

    @Test func `a target without a language has no hints, and one with a language three`() throws {
        #expect(try target(someMan()).hints == nil)
        let calculated = try target(someMan { ($0.goal, $0.language) = (.lose, "en") })
        #expect(calculated.hints?.map(\.code) == [.paceOfLoss, .proteinForLoss, .activityForLoss])
        var plain = calculated
        plain.hints = nil
        #expect(try plain == target(someMan { $0.goal = .lose }))
        #expect(refusedFields(someMan { $0.language = "e" }) == ["language"])
    }

    @Test func `many targets at once have no hints`() throws {
        let request = CalculatorTargets(people: [someMan { $0.language = "en" }])
        let outcome = try TargetCalculation.targets(of: request, today: someDay).items[0]
        #expect(outcome.target != nil && outcome.target?.hints == nil)
    }

    @Test func `the pace follows from target and expenditure`() {
        let loss = hints(.lose, dailyKcal: 1_460)[0]
        #expect(loss.code == .paceOfLoss)
        #expect(loss.params == ["deficitKcal": "700", "kgPerWeek": "0.6", "percentPerWeek": "0.8"])
        let fast = hints(.lose, weightKg: 50, dailyKcal: 1_460)[0]
        #expect(
            (fast.code, fast.params["percentPerWeek"], fast.params["percentMax"]) == (.paceOfFastLoss, "1.3", "1.0")
        )
        let kept = hints(.keep, dailyKcal: 2_160)[0]
        #expect((kept.code, kept.params) == (.paceOfKeeping, ["tdeeKcal": "2160"]))
        #expect(hints(.lose, dailyKcal: 2_160)[0].code == .paceWithoutDeficit)
        let gain = hints(.gain, weightKg: 110, dailyKcal: 2_660)[0]
        #expect((gain.code, gain.params["surplusKcal"], gain.params["kgPerWeek"]) == (.paceOfGain, "500", "0.5"))
        #expect(gain.params["percentPerWeek"] == "0.4")
        #expect(hints(.gain, dailyKcal: 2_660)[0].code == .paceOfFastGain)
        // A manual target may contradict its goal; the pace is that of the numbers.
        #expect(hints(.gain, dailyKcal: 1_660)[0].code == .paceOfLoss)
    }

    @Test func `protein counts the weight at a BMI of at most 25, and a low one is named`() {
        let loss = hints(.lose, dailyKcal: 1_460)[1]
        #expect(loss.params == ["proteinG": "144", "gPerKg": "1.8", "meals": "4", "mealG": "36"])
        #expect(hints(.lose, weightKg: 120, dailyKcal: 1_460, proteinG: 145.8)[1].params["gPerKg"] == "1.8")
        #expect(hints(.gain, dailyKcal: 2_660)[1].code == .proteinForGain)
        #expect(hints(.keep, dailyKcal: 2_160, proteinG: 128)[1].code == .proteinForKeeping)
        let low = hints(.keep, dailyKcal: 2_160, proteinG: 80)[1]
        #expect((low.code, low.params["recommendedG"]) == (.proteinLow, "128"))
    }

    @Test func `activity follows from age, goal and level`() {
        let walk = hints(.lose, dailyKcal: 1_460)[2]
        #expect((walk.code, walk.params["walkKcal"]) == (.activityForLoss, "132"))
        #expect(hints(.keep, level: .light, dailyKcal: 2_160)[2].code == .activityForKeeping)
        #expect(hints(.gain, level: .intense, dailyKcal: 2_660)[2].code == .activityForGain)
        let counted = hints(.keep, level: .moderate, tdee: 2_790, dailyKcal: 2_790)[2]
        #expect((counted.code, counted.params) == (.activityCounted, ["activityKcal": "630"]))
        #expect(hints(.gain, age: 17, dailyKcal: 2_660)[2].code == .activityUnder18)
    }

    @Test(arguments: TargetHint.languages) func `every hint has a text with all of its parameters`(language: String) {
        var seen: Set<TargetHint.Code> = []
        for goal in Goal.allCases {
            for level in [ActivityLevel.sedentary, .intense] {
                for (age, weightKg) in [(16, 50.0), (30, 50), (30, 120)] {
                    for (dailyKcal, proteinG) in [(1_460.0, 40.0), (2_160, 180), (2_660, 180)] {
                        let found = hints(
                            goal,
                            age: age,
                            weightKg: weightKg,
                            level: level,
                            bmr: 1_300,
                            dailyKcal: dailyKcal,
                            proteinG: proteinG,
                            language: language
                        )
                        #expect(found.count == TargetHint.count)
                        for hint in found {
                            seen.insert(hint.code)
                            #expect(!hint.text.isEmpty && !hint.text.contains("{") && !hint.text.contains("\n"))
                            for value in hint.params.values {
                                let short = value.hasSuffix(".0") ? String(value.dropLast(2)) : value
                                let shown = language == "uk" ? short.replacing(".", with: ",") : short
                                #expect(hint.text.contains(shown), "\(hint)")
                            }
                        }
                    }
                }
            }
        }
        #expect(seen == Set(TargetHint.Code.allCases))
    }

    @Test func `texts follow the primary language, and are English for others`() {
        func pace(_ language: String) -> String { hints(.lose, dailyKcal: 1_460, language: language)[0].text }
        #expect(pace("uk").contains("0,6 кг на тиждень"))
        #expect(pace("uk-UA") == pace("uk"))
        #expect(pace("th").contains("0.6 กก."))
        #expect(pace("en").contains("0.6 kg a week"))
        #expect(pace("pt-BR") == pace("en"))
    }
}
