import Calendar
import Contracts
import JSONCoding
import Profile
import Storage
import TestSupport
import Testing

@Suite struct SetTargetTests {
    private func set(_ profiles: ProfileFixture, _ request: ProfileTargetsSet) async throws -> TargetPeriod {
        try await profiles.service.setTarget(request, profiles.context()).value
    }

    private func reset(_ profiles: ProfileFixture, key: String? = nil) async throws -> TargetPeriod {
        try await profiles.service.resetTarget(ProfileTargetsReset(), profiles.context(key: key)).value
    }

    @Test func `a manual target stays in force from today until it is reset`() async throws {
        try await ProfileFixture.use { profiles in
            try await profiles.update { $0.sex = .set(.female) }
            try profiles.clock.set("2026-03-12T12:00:00Z")
            let byHand = try await set(profiles, ProfileTargetsSet(dailyKcal: 2_000, proteinG: 120))
            #expect((byHand.from.description, byHand.byHand) == ("2026-03-12", true))
            #expect((byHand.weeklyKcal, byHand.monthlyKcal) == (14_000, 31 * 2_000))
            #expect((byHand.proteinG, byHand.fatG, byHand.carbohydrateG) == (120, 66.7, 230))
            try profiles.clock.set("2026-03-14T12:00:00Z")
            let profile = try await profiles.update { $0.weightKg = .set(60) }
            #expect((profile.target?.withoutHints, profile.bmr) == (byHand.withoutHints, 1_200))
            try profiles.clock.set("2026-03-16T12:00:00Z")
            let computed = try await reset(profiles, key: "k")
            #expect((computed.from.description, computed.dailyKcal) == ("2026-03-16", 1_800))
            profiles.calculator.fail(.unavailable)
            #expect(try await reset(profiles, key: "k") == computed)
            #expect(try await reset(profiles) == computed)
            let history = try await profiles.targets("2026-03-01", "2026-04-01")
            #expect(history.map(\.dailyKcal) == [1_500, 2_000, 1_800])
            #expect(history.map(\.byHand) == [false, true, false])
            let emitted = try await profiles.emittedEvents().filter { $0.type == TargetChanged.type }
            #expect(try emitted.map { try $0.data.decode(TargetChanged.self).target } == history.map(\.withoutHints))
        }
    }

    @Test func `the profile shows the target of the current weekday`() async throws {
        try await ProfileFixture.use { profiles in
            let weekdays = ["tuesday": RequestedTarget(dailyKcal: 1_800), "sunday": RequestedTarget(dailyKcal: 2_600)]
            let period = try await set(profiles, ProfileTargetsSet(dailyKcal: 2_000, weekdays: weekdays))
            #expect(period.weeklyKcal == 5 * 2_000 + 1_800 + 2_600)
            let today = try #require(try await profiles.get().target)
            #expect((today.dailyKcal, today.weeklyKcal) == (1_800, period.weeklyKcal))
            try profiles.clock.set("2026-03-11T12:00:00Z")
            #expect(try await profiles.get().target?.dailyKcal == 2_000)
            let emitted = try #require(try await profiles.emittedEvents().last).data.decode(TargetChanged.self).target
            #expect(emitted == period)
            #expect(emitted.target(on: try #require(PlainDate("2026-03-15"))).dailyKcal == 2_600)
        }
    }

    @Test(arguments: [(Sex.female, 1_200), (.male, 1_500), (.other, 1_350)])
    func `a target below the floor has a caution`(_ sex: Sex, _ floor: Int) async throws {
        try await ProfileFixture.use { profiles in
            try await profiles.update { $0.sex = .set(sex) }
            #expect(try await set(profiles, ProfileTargetsSet(dailyKcal: floor)).cautions == nil)
            let under = try await set(profiles, ProfileTargetsSet(dailyKcal: floor - 1)).cautions ?? []
            #expect(under.map(\.code) == [.underFloor])
            #expect(under.first?.params == ["dailyKcal": "\(floor - 1)", "floorKcal": "\(floor)"])
            let fasting = ["monday": RequestedTarget(dailyKcal: 600)]
            let week = try await set(profiles, ProfileTargetsSet(dailyKcal: 2_000, weekdays: fasting)).cautions ?? []
            #expect(week.first?.params["dailyKcal"] == "600")
        }
    }

    @Test func `a deficit has a caution under 19 years and none for adults`() async throws {
        try await ProfileFixture.use { profiles in
            let young = try #require(PlainDate("2008-01-01"))
            try await profiles.update {
                $0.sex = .set(.female)
                $0.weightKg = .set(60)
            }
            #expect(try await set(profiles, ProfileTargetsSet(dailyKcal: 1_700)).cautions == nil)
            try await profiles.update { $0.birthDate = .set(young) }
            let codes = try await set(profiles, ProfileTargetsSet(dailyKcal: 1_700)).cautions?.map(\.code)
            #expect(codes == [.deficitUnder19])
            #expect(try await set(profiles, ProfileTargetsSet(dailyKcal: 1_800)).cautions == nil)
        }
    }

    @Test func `a manual target needs no sex, a reset names the missing fields`() async throws {
        try await ProfileFixture.use { profiles in
            let nothing = try await refusal { _ = try await reset(profiles) }
            #expect(nothing?.code == .profileIncomplete)
            #expect(nothing?.fields == ["sex"])
            _ = try await set(profiles, ProfileTargetsSet(dailyKcal: 2_000))
            #expect(try await profiles.get().target?.dailyKcal == 2_000)
            let incomplete = try await refusal { _ = try await reset(profiles) }
            #expect(incomplete?.code == .profileIncomplete)
            try await profiles.update { $0.sex = .set(.male) }
            #expect(try await profiles.get().target?.dailyKcal == 2_000)
            #expect(try await reset(profiles).dailyKcal == 1_500)
        }
    }

    @Test func `targets stored before manual targets existed can be decoded`() throws {
        let text = """
            {"from":"2026-03-10","dailyKcal":1500,"weeklyKcal":10500,"monthlyKcal":46500,"proteinG":100,"fatG":60,\
            "carbohydrateG":200,"formula":"harrisBenedict","goal":"keep","warnings":[]}
            """
        let period = try JSONText(text: text).decode(TargetPeriod.self)
        #expect((period.byHand, period.weekdays, period.cautions) == (false, nil, nil))
    }
}
