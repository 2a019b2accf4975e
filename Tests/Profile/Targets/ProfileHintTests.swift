import Contracts
import JSONCoding
import Profile
import TestSupport
import Testing

@Suite struct ProfileHintTests {
    @Test func `the target in force has three hints in the language of the profile`() async throws {
        try await ProfileFixture.use { profiles in
            let english = try await profiles.update {
                $0.sex = .set(.female)
                $0.goal = .set(.gain)
            }
            #expect(english.target?.hints?.map(\.code) == [.paceOfKeeping, .proteinForGain, .activityForGain])
            let thai = try await profiles.update { $0.language = .set("th") }
            #expect(thai.target?.hints?.map(\.params) == english.target?.hints?.map(\.params))
            #expect(thai.target?.hints?.first?.text.contains("1500 kcal") == true)
            #expect(try await profiles.get().target?.hints == thai.target?.hints)
        }
    }

    @Test func `of several targets only the one in force has hints, and events have none`() async throws {
        try await ProfileFixture.use { profiles in
            try await profiles.update { $0.sex = .set(.female) }
            try profiles.clock.set("2026-03-12T12:00:00Z")
            try await profiles.update { $0.weightKg = .set(60) }
            let all = try await profiles.targets("2026-01-01", "2026-12-31")
            #expect(all.map { $0.hints?.count } == [nil, TargetHint.count])
            for event in try await profiles.emittedEvents() where event.type == TargetChanged.type {
                #expect(try event.data.decode(TargetChanged.self).target.hints == nil)
            }
        }
    }

    @Test func `a manual target has hints for its own numbers, and none without a sex`() async throws {
        try await ProfileFixture.use { profiles in
            let request = ProfileTargetsSet(dailyKcal: 1_000, proteinG: 30)
            #expect(try await profiles.service.setTarget(request.checked(), profiles.context()).value.hints == nil)
            try await profiles.update { $0.sex = .set(.female) }
            let manual = try await profiles.service.setTarget(request.checked(), profiles.context()).value
            #expect(manual.hints?.map(\.code) == [.paceOfLoss, .proteinLow, .activityForKeeping])
            #expect(manual.hints?.first?.params["deficitKcal"] == "500")
            let computed = try await profiles.service.resetTarget(ProfileTargetsReset(), profiles.context()).value
            #expect(computed.hints?.first?.code == .paceOfKeeping)
        }
    }

    @Test func `asking for targets of an incomplete profile names what is missing`() async throws {
        try await ProfileFixture.use { profiles in
            try await profiles.update { $0.weightKg = .set(72) }
            let error = try await refusal { _ = try await profiles.targets("2026-03-01", "2026-03-31") }
            #expect((error?.code, error?.fields) == (.profileIncomplete, ["sex"]))
            // A manual target is a target.
            let request = ProfileTargetsSet(dailyKcal: 2_000)
            _ = try await profiles.service.setTarget(request.checked(), profiles.context())
            #expect(try await profiles.targets("2026-03-01", "2026-03-31").map(\.dailyKcal) == [2_000])
        }
    }

    @Test func `asking for targets calculates a pending one`() async throws {
        try await ProfileFixture.use { profiles in
            profiles.calculator.fail(.unavailable)
            try await profiles.register { $0.sex = .set(.male) }
            #expect(try await profiles.targets("2026-03-01", "2026-03-31").isEmpty)
            profiles.calculator.fail(nil)
            #expect(try await profiles.targets("2026-03-01", "2026-03-31").map(\.dailyKcal) == [1_500])
        }
    }
}
