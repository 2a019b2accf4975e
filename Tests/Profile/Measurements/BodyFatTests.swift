import Contracts
import JSONCoding
import Profile
import Testing

@Suite struct BodyFatTests {
    @Test func `the newest body fat sets the profile, and a new target if the formula needs it`() async throws {
        try await ProfileFixture.use { profiles in
            try await profiles.update { change in
                change.sex = .set(.female)
                change.bodyFatPercent = .set(30)
                change.formula = .set(.katchMcArdle)
            }
            let emitted = try await profiles.emittedEvents().count
            try await profiles.measure(.bodyFat, 25, at: "2026-03-10T12:04:00Z")
            #expect(try await profiles.get().bodyFatPercent == 25)
            #expect(profiles.calculator.requests.last?.bodyFatPercent == 25)
            #expect(try await profiles.emittedTypes(after: emitted) == [TargetChanged.type])
            try await profiles.measure(.bodyFat, 40, at: "2026-03-01T07:00:00Z")
            #expect(try await profiles.get().bodyFatPercent == 25)
        }
    }

    @Test func `a body fat that the formula does not need calculates no target`() async throws {
        try await ProfileFixture.use { profiles in
            try await profiles.update { $0.sex = .set(.female) }
            let asked = profiles.calculator.requests.count
            profiles.calculator.fail(.unavailable)
            try await profiles.measure(.bodyFat, 25)
            #expect(try await profiles.get().bodyFatPercent == 25)
            #expect(profiles.calculator.requests.count == asked)
        }
    }

    @Test func `removing the newest body fat restores the previous, the last one stays`() async throws {
        try await ProfileFixture.use { profiles in
            let first = try await profiles.measure(.bodyFat, 31, at: "2026-03-08T07:00:00Z")
            let second = try await profiles.measure(.bodyFat, 29, at: "2026-03-09T07:00:00Z")
            try await profiles.remove(second.id)
            #expect(try await profiles.get().bodyFatPercent == 31)
            try await profiles.remove(first.id)
            #expect(try await profiles.get().bodyFatPercent == 31)
        }
    }

    @Test func `a body fat set in the profile is the newest measurement`() async throws {
        try await ProfileFixture.use { profiles in
            try await profiles.measure(.bodyFat, 31, at: "2026-03-10T12:04:00Z")
            try await profiles.update { $0.bodyFatPercent = .set(28) }
            try await profiles.update { $0.bodyFatPercent = .set(28) }
            #expect(try await profiles.get().bodyFatPercent == 28)
            #expect(try await profiles.values(.bodyFat) == [28, 31])
        }
    }

    @Test func `a body fat cleared in the profile stays empty until the next measurement`() async throws {
        try await ProfileFixture.use { profiles in
            try await profiles.measure(.bodyFat, 31, at: "2026-03-09T07:00:00Z")
            try await profiles.update { $0.bodyFatPercent = .cleared }
            try await profiles.weigh(60)
            #expect(try await profiles.get().bodyFatPercent == nil)
            #expect(try await profiles.values(.bodyFat) == [31])
            try await profiles.measure(.bodyFat, 30)
            #expect(try await profiles.get().bodyFatPercent == 30)
        }
    }

    @Test func `the body fat of a registration becomes the first measurement`() async throws {
        try await ProfileFixture.use { profiles in
            try await profiles.register { $0.bodyFatPercent = .set(22) }
            #expect(try await profiles.values(.bodyFat) == [22])
            #expect(try await profiles.get().bodyFatPercent == 22)
        }
    }
}
