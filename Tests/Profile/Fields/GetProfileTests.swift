import Calendar
import Contracts
import JSONCoding
import Profile
import TestSupport
import Testing

@Suite struct GetProfileTests {
    @Test func `a new profile has defaults and misses only the sex`() async throws {
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
            // The BMI needs height and weight alone.
            #expect((profile.bmi, profile.bmr, profile.bmiCategory) == (18.4, nil, .underweight))
            #expect(profile.target == nil)
            #expect(profiles.calculator.requests.isEmpty)
        }
    }

    @Test func `defaults are created and published once`() async throws {
        try await ProfileFixture.use { profiles in
            let first = try await profiles.get()
            #expect(try await profiles.get() == first)
            let emitted = try await profiles.emittedEvents()
            #expect(emitted.map(\.subject) == [profiles.user])
            let event = try #require(emitted.first).data.decode(ProfileChanged.self)
            #expect(
                event
                    == ProfileChanged(
                        name: "User",
                        timeZone: "UTC",
                        dayStartHour: 0,
                        weekStart: 1,
                        shares: Shares(),
                        allergens: [],
                        language: "en"
                    )
            )
        }
    }

    @Test func `a profile created on 29 February has an age of 30`() async throws {
        try await ProfileFixture.use { profiles in
            try profiles.clock.set("2028-02-29T12:00:00Z")
            let profile = try await profiles.get()
            #expect(profile.birthDate.description == "1998-02-28")
            #expect(profile.age == 30)
        }
    }

    @Test func `a missing registration is pulled before defaults are created`() async throws {
        try await ProfileFixture.use { profiles in
            profiles.auth.onCatchUp { try await profiles.register("Olena") { $0.sex = .set(.female) } }
            let profile = try await profiles.get()
            #expect((profile.name, profile.sex, profile.version) == ("Olena", .female, 1))
            #expect(profile.target?.dailyKcal == 1_500)
            _ = try await profiles.get()
            #expect(profiles.auth.timesLeftMs.count == 1)
        }
    }

    @Test func `defaults are used while auth is unavailable and filled by its later events`() async throws {
        try await ProfileFixture.use { profiles in
            profiles.auth.onCatchUp { throw ServiceError(.unavailable, "Not there.") }
            #expect(try await profiles.get().name == "User")
            try await profiles.register("Olena") { $0.weightKg = .set(70) }
            let profile = try await profiles.get()
            #expect((profile.name, profile.weightKg, profile.version) == ("Olena", 70, 2))
        }
    }

    @Test func `optional calls use only half of the request's time`() async throws {
        try await ProfileFixture.use { profiles in
            profiles.auth.onCatchUp { try await profiles.register { $0.sex = .set(.male) } }
            _ = try await profiles.service.get(ProfileGet(), profiles.context(timeoutMs: 60_000))
            let timesLeftMs = profiles.auth.timesLeftMs + profiles.calculator.timesLeftMs
            #expect(timesLeftMs.count == 2)
            #expect(timesLeftMs.allSatisfy { $0 <= 30_000 })
        }
    }

    @Test func `a profile has no target while the calculator is unavailable`() async throws {
        try await ProfileFixture.use { profiles in
            try await profiles.register { $0.sex = .set(.male) }
            profiles.calculator.fail(.unavailable)
            let before = try await profiles.get()
            #expect(before.missing.isEmpty)
            #expect((before.target, before.bmi, before.bmr) == (nil, 18.4, nil))
            profiles.calculator.fail(nil)
            let after = try await profiles.get()
            #expect(after.target?.dailyKcal == 1_500)
            #expect((after.bmi, after.bmr, after.bmiCategory) == (18.4, 1_000, .underweight))
            #expect(after.version == before.version)
            _ = try await profiles.get()
            #expect(profiles.calculator.requests.count == 2)
        }
    }

    @Test func `reading a profile needs a signed-in caller`() async throws {
        try await ProfileFixture.use { profiles in
            await #expect {
                try await profiles.service.get(ProfileGet(), .own())
            } throws: { error in
                (error as? ServiceError)?.code == .unauthenticated
            }
        }
    }

    @Test func `missing fields are listed without calculating a target`() async throws {
        try await ProfileFixture.use { profiles in
            func missing() async throws -> [String] {
                try await profiles.service.missing(ProfileMissing(), profiles.context()).missing
            }
            #expect(try await missing() == ["sex"])
            try await profiles.update { $0.formula = .set(.cunningham) }
            #expect(try await missing() == ["sex", "bodyFatPercent"])
            try await profiles.update { $0.bodyFatPercent = .set(20) }
            #expect(profiles.calculator.requests.isEmpty)
            try await profiles.update { $0.sex = .set(.other) }
            #expect(try await missing() == [])
        }
    }
}
