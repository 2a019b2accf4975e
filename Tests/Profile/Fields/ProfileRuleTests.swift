import Calendar
import Contracts
import JSONCoding
import Profile
import Testing

@Suite struct ProfileRuleTests {
    @Test func `numbers outside their range name their field`() async throws {
        try await ProfileFixture.use { profiles in
            let outside = try await profiles.refusedFields {
                $0.heightCm = .set(49)
                $0.weightKg = .set(636)
                $0.goalWeightKg = .set(19)
                $0.bodyFatPercent = .set(71)
                $0.dayStartHour = .set(24)
                $0.weekStart = .set(0)
            }
            #expect(
                outside == ["heightCm", "weightKg", "goalWeightKg", "bodyFatPercent", "dayStartHour", "weekStart"]
            )
            let atTheEnds = try await profiles.refusedFields {
                $0.heightCm = .set(50)
                $0.weightKg = .set(635)
                $0.goalWeightKg = .set(20)
                $0.bodyFatPercent = .set(70)
                $0.dayStartHour = .set(23)
                $0.weekStart = .set(7)
            }
            #expect(atTheEnds == [])
        }
    }

    @Test(arguments: [("2013-03-11", true), ("2013-03-10", false), ("1905-03-11", false), ("1905-03-10", true)])
    func `a birth date must give an age from 13 to 120`(_ text: String, _ isRefused: Bool) async throws {
        let birthDate = try #require(PlainDate(text))
        try await ProfileFixture.use { profiles in
            let refused = try await profiles.refusedFields { $0.birthDate = .set(birthDate) }
            #expect(refused == (isRefused ? ["birthDate"] : []))
        }
    }

    @Test(arguments: [
        ("Europe/Kyiv", false), ("Europe/Kiev", false), ("Asia/Kolkata", false), ("UTC", false), ("GMT", false),
        ("Mars/Olympus", true), ("", true), ("../../etc/passwd", true),
    ])
    func `a time zone must be known to the system`(_ name: String, _ isRefused: Bool) async throws {
        try await ProfileFixture.use { profiles in
            let refused = try await profiles.refusedFields { $0.timeZone = .set(name) }
            #expect(refused == (isRefused ? ["timeZone"] : []))
        }
    }

    @Test func `names are stored without surrounding white space`() async throws {
        try await ProfileFixture.use { profiles in
            let profile = try await profiles.update {
                $0.name = .set("  Olena ")
                $0.displayName = .set("Lena\n")
            }
            #expect((profile.name, profile.displayName) == ("Olena", "Lena"))
            let refused = try await profiles.refusedFields {
                $0.name = .set("    ")
                $0.displayName = .set(" ")
                $0.firstName = .set("")
                $0.lastName = .set(String(repeating: "a", count: 65))
            }
            #expect(refused == ["name", "displayName", "firstName", "lastName"])
        }
    }

    @Test func `a field that always has a value cannot be cleared`() async throws {
        try await ProfileFixture.use { profiles in
            let refused = try await profiles.refusedFields {
                $0.name = .cleared
                $0.birthDate = .cleared
                $0.weightKg = .cleared
                $0.timeZone = .cleared
                $0.allergens = .cleared
                $0.shares = .cleared
                $0.sex = .cleared
                $0.displayName = .cleared
                $0.bodyFatPercent = .cleared
            }
            #expect(refused == ["name", "birthDate", "weightKg", "timeZone", "allergens", "shares"])
        }
    }

    @Test func `a refused change changes nothing`() async throws {
        try await ProfileFixture.use { profiles in
            let before = try await profiles.update { $0.sex = .set(.male) }
            let refused = try await profiles.refusedFields {
                $0.displayName = .set("Oleh")
                $0.weightKg = .set(5)
            }
            #expect(refused == ["weightKg"])
            #expect(try await profiles.get() == before)
            #expect(profiles.calculator.requests.count == 1)
        }
    }
}
