import Contracts
import EnergyFormulas
import Testing

@Suite struct KnownExpenditureTests {
    @Test func `a known expenditure replaces only that of the formula`() throws {
        let computed = try target(someMan { $0.goal = .lose })
        let known = try target(
            someMan {
                $0.goal = .lose
                $0.tdeeKcal = 2_600
            }
        )
        #expect((known.tdee, known.rawKcal, known.dailyKcal) == (2_600, 1_900, 1_900))
        #expect((known.bmr, known.bmi, known.formula) == (computed.bmr, computed.bmi, computed.formula))
        let own = try target(
            someMan {
                $0.goal = .lose
                $0.tdeeKcal = computed.tdee
            }
        )
        #expect(own.dailyKcal == computed.dailyKcal)
    }

    @Test func `the floor applies to a known expenditure`() throws {
        let known = try target(
            someMan {
                $0.goal = .lose
                $0.tdeeKcal = 1_600
            }
        )
        #expect(known.dailyKcal == 1_500)
        #expect(known.warnings.map(\.code) == [.raisedToFloor])
    }

    @Test func `a known expenditure out of range is refused`() {
        #expect(refusedFields(someMan { $0.tdeeKcal = 800 }).isEmpty)
        #expect(refusedFields(someMan { $0.tdeeKcal = 6_000 }).isEmpty)
        for kcal in [799.9, 6_000.1, .nan, -1] {
            #expect(refusedFields(someMan { $0.tdeeKcal = kcal }) == ["tdeeKcal"])
        }
    }
}
