import Contracts
import Profile
import Testing

@Suite struct GetProfileTests {
    @Test func `who has said nothing has defaults, and lacks only a sex`() async throws {
        try await ProfileFixture.use { profiles in
            let profile = try await profiles.get()
            #expect(profile.userId == profiles.user)
            #expect((profile.name, profile.displayName, profile.sex) == ("User", nil, nil))
            #expect((profile.weightKg, profile.heightCm, profile.age) == (50, 165, 30))
            #expect(profile.birthDate.description == "1996-03-10")
            #expect((profile.activityLevel, profile.goal, profile.formula) == (.sedentary, .keep, .harrisBenedict))
            #expect((profile.units, profile.timeZone, profile.language) == (.metric, "UTC", "en"))
            #expect((profile.dayStartHour, profile.weekStart, profile.version) == (0, 1, 1))
            #expect(profile.shares == Shares())
            #expect(profile.missing == ["sex"])
            #expect((profile.bmi, profile.bmr, profile.bmiCategory) == (nil, nil, nil))
            #expect(profile.target == nil)
            #expect(profiles.calculator.questions.isEmpty)
        }
    }

    @Test func `defaults are made and told once`() async throws {
        try await ProfileFixture.use { profiles in
            let first = try await profiles.get()
            #expect(try await profiles.get() == first)
            let told = try await profiles.told()
            #expect(told.map(\.subject) == [profiles.user])
            let event = try #require(told.first).data.decode(ProfileChanged.self)
            #expect(
                event
                    == ProfileChanged(
                        name: "User",
                        timeZone: "UTC",
                        dayStartHour: 0,
                        weekStart: 1,
                        shares: Shares(),
                        allergens: []
                    )
            )
        }
    }

    @Test func `somebody new on 29 February is 30 years old`() async throws {
        try await ProfileFixture.use { profiles in
            try profiles.clock.set("2028-02-29T12:00:00Z")
            let profile = try await profiles.get()
            #expect(profile.birthDate.description == "1998-02-28")
            #expect(profile.age == 30)
        }
    }

    @Test func `a registration that is not known yet is asked for first`() async throws {
        try await ProfileFixture.use { profiles in
            profiles.auth.onCatchUp { try await profiles.register("Olena") { $0.sex = .set(.female) } }
            let profile = try await profiles.get()
            #expect((profile.name, profile.sex, profile.version) == ("Olena", .female, 1))
            #expect(profile.target?.dailyKcal == 1_500)
            _ = try await profiles.get()
            #expect(profiles.auth.timesLeftMs.count == 1)
        }
    }

    @Test func `defaults do where auth cannot be asked, and its news fill them later`() async throws {
        try await ProfileFixture.use { profiles in
            profiles.auth.onCatchUp { throw ServiceError(.unavailable, "Not there.") }
            #expect(try await profiles.get().name == "User")
            try await profiles.register("Olena") { $0.weightKg = .set(70) }
            let profile = try await profiles.get()
            #expect((profile.name, profile.weightKg, profile.version) == ("Olena", 70, 2))
        }
    }

    @Test func `questions that the answer can do without leave time for the answer`() async throws {
        try await ProfileFixture.use { profiles in
            profiles.auth.onCatchUp { try await profiles.register { $0.sex = .set(.male) } }
            _ = try await profiles.service.get(ProfileGet(), profiles.context(timeoutMs: 60_000))
            let timesLeftMs = profiles.auth.timesLeftMs + profiles.calculator.timesLeftMs
            #expect(timesLeftMs.count == 2)
            #expect(timesLeftMs.allSatisfy { $0 <= 30_000 })
        }
    }

    @Test func `without the calculator a profile is answered without a target, and later with it`() async throws {
        try await ProfileFixture.use { profiles in
            try await profiles.register { $0.sex = .set(.male) }
            profiles.calculator.fail(.unavailable)
            let before = try await profiles.get()
            #expect(before.missing.isEmpty)
            #expect((before.target, before.bmi, before.bmr) == (nil, nil, nil))
            profiles.calculator.fail(nil)
            let after = try await profiles.get()
            #expect(after.target?.dailyKcal == 1_500)
            #expect((after.bmi, after.bmr, after.bmiCategory) == (22, 1_000, .normal))
            #expect(after.version == before.version)
            _ = try await profiles.get()
            #expect(profiles.calculator.questions.count == 2)
        }
    }

    @Test func `nobody is answered who has not signed in`() async throws {
        try await ProfileFixture.use { profiles in
            await #expect {
                try await profiles.service.get(ProfileGet(), .own())
            } throws: { error in
                (error as? ServiceError)?.code == .unauthenticated
            }
        }
    }

    @Test func `what is missing is told without a target being asked for`() async throws {
        try await ProfileFixture.use { profiles in
            func missing() async throws -> [String] {
                try await profiles.service.missing(ProfileMissing(), profiles.context()).missing
            }
            #expect(try await missing() == ["sex"])
            try await profiles.update { $0.formula = .set(.cunningham) }
            #expect(try await missing() == ["sex", "bodyFatPercent"])
            try await profiles.update { $0.bodyFatPercent = .set(20) }
            #expect(profiles.calculator.questions.isEmpty)
            try await profiles.update { $0.sex = .set(.other) }
            #expect(try await missing() == [])
        }
    }
}
