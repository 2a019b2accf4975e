import Calendar
import Contracts
import Profile
import SeededRandom
import TestSupport
import Testing

@Suite struct ManualTargetTests {
    @Test func `open macronutrients fill the energy and are never negative`() throws {
        let seed = testSeed("TARGETS")
        var random = SeededGenerator(seed: seed)
        func maybe(_ range: ClosedRange<Double>) -> Double? {
            Bool.random(using: &random) ? Double.random(in: range, using: &random) : nil
        }
        var complete = 0
        for _ in 0..<5_000 {
            let kcal = Int.random(in: TargetLimits.dailyKcal, using: &random)
            let requestedTarget = RequestedTarget(
                dailyKcal: kcal,
                proteinG: maybe(0...300),
                fatG: maybe(0...150),
                carbohydrateG: maybe(0...600)
            )
            let request = ProfileTargetsSet(
                dailyKcal: kcal,
                proteinG: requestedTarget.proteinG,
                fatG: requestedTarget.fatG,
                carbohydrateG: requestedTarget.carbohydrateG
            )
            let macroKcal =
                4 * (requestedTarget.proteinG ?? 0) + 9 * (requestedTarget.fatG ?? 0) + 4
                * (requestedTarget.carbohydrateG ?? 0)
            let errors = try ProfileTargetsSet.rules.errors(in: request)
            #expect(errors.isEmpty == (macroKcal <= Double(kcal) * 1.1), "seed \(seed)")
            let day = ManualTarget.day(requestedTarget, proteinG: maybe(0...300))
            #expect(min(day.proteinG, day.fatG, day.carbohydrateG) >= 0, "seed \(seed), \(requestedTarget)")
            let sum = 4 * day.proteinG + 9 * day.fatG + 4 * day.carbohydrateG
            if requestedTarget.fatG == nil || requestedTarget.carbohydrateG == nil, macroKcal <= Double(kcal) {
                // Each of the three macronutrients is rounded to a tenth of a gram.
                let differenceMax = 0.05 * 17 + 0.001
                let difference = abs(sum - Double(kcal))
                #expect(difference <= differenceMax, "seed \(seed), \(requestedTarget), \(day)")
                complete += 1
            }
            if let fatG = requestedTarget.fatG { #expect(day.fatG == fatG) }
        }
        #expect(complete > 1_000)
    }

    @Test func `values out of range, unknown weekdays and excess macronutrients name their field`() async throws {
        try await ProfileFixture.use { profiles in
            let cases: [(ProfileTargetsSet, [String])] = [
                (ProfileTargetsSet(dailyKcal: 499), ["dailyKcal"]),
                (ProfileTargetsSet(dailyKcal: 10_001), ["dailyKcal"]),
                (ProfileTargetsSet(dailyKcal: 2_000, proteinG: -1), ["proteinG"]),
                (ProfileTargetsSet(dailyKcal: 2_000, fatG: 300), ["dailyKcal"]),
                (
                    ProfileTargetsSet(dailyKcal: 2_000, weekdays: ["funday": RequestedTarget(dailyKcal: 100)]),
                    ["weekdays.funday", "weekdays.funday.dailyKcal"]
                ),
            ]
            for (request, fields) in cases {
                let error = try await refusal { _ = try request.checked() }
                #expect(error?.code == .invalid)
                #expect(error?.fields == fields)
            }
        }
    }

    @Test(arguments: [1e300, -1e300, .greatestFiniteMagnitude])
    func `extreme numbers are refused like other invalid values`(number: Double) throws {
        let request = ProfileTargetsSet(dailyKcal: 2_000, proteinG: number, fatG: number, carbohydrateG: nil)
        let errors = try ProfileTargetsSet.rules.errors(in: request)
        #expect(errors.contains { $0.field == "proteinG" })
        #expect(errors.contains { $0.field == "fatG" })
    }

    @Test func `a manual week is the sum of its days`() {
        let seed = testSeed("TARGETS")
        var random = SeededGenerator(seed: seed)
        for _ in 0..<500 {
            func day() -> DayTarget {
                DayTarget(
                    dailyKcal: Int.random(in: TargetLimits.dailyKcal, using: &random),
                    proteinG: 1,
                    fatG: 1,
                    carbohydrateG: 1
                )
            }
            let named = Weekday.allCases.filter { _ in Bool.random(using: &random) }
            let weekdays = Dictionary(uniqueKeysWithValues: named.map { ($0.rawValue, day()) })
            let from = PlainDate(dayNumber: Int.random(in: 0..<40_000, using: &random))
            let base = day()
            let period = TargetPeriod(
                from: from,
                byHand: base,
                weekdays: weekdays,
                formula: .harrisBenedict,
                goal: .keep,
                cautions: []
            )
            let week = (0..<7).map { period.target(on: from.advanced(by: $0)).dailyKcal }
            #expect(period.weeklyKcal == week.reduce(0, +), "seed \(seed)")
            let others = 7 - named.count
            let expected = weekdays.values.reduce(others * base.dailyKcal) { $0 + $1.dailyKcal }
            #expect(period.weeklyKcal == expected, "seed \(seed)")
            #expect((28...31).contains { days in abs(period.monthlyKcal * 7 - days * expected) <= 7 * 3 * 10_000 })
            #expect(period.monthlyKcal >= 4 * expected, "seed \(seed)")
        }
    }
}
