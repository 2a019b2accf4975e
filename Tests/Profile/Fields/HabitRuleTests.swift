import Contracts
import JSONCoding
import Profile
import Testing

@Suite struct HabitRuleTests {
    @Test(arguments: [
        ("Asia/Calcutta", false), ("US/Eastern", false), ("Etc/GMT+3", false), ("PST", true), ("GMT+0300", true),
        ("UTC+3", true), ("europe/kyiv", true), ("Europe/", true),
    ])
    func `a time zone must be an IANA name, not an abbreviation`(_ name: String, _ isRefused: Bool) async throws {
        try await ProfileFixture.use { profiles in
            let refused = try await profiles.refusedFields { $0.timeZone = .set(name) }
            #expect(refused == (isRefused ? ["timeZone"] : []))
        }
    }

    @Test(arguments: [
        ("en", false), ("pt-BR", false), ("zh-Hant-TW", false), ("sr-Latn-RS-x-own", false), ("e", true),
        ("english language", true), ("en_GB", true), ("e1", true), ("en-", true), ("en-toolongpart", true),
    ])
    func `a language must be a language tag`(_ tag: String, _ isRefused: Bool) async throws {
        try await ProfileFixture.use { profiles in
            let refused = try await profiles.refusedFields { $0.language = .set(tag) }
            #expect(refused == (isRefused ? ["language"] : []))
        }
    }

    @Test func `allergens need known codes, dislikes any name, each once`() async throws {
        try await ProfileFixture.use { profiles in
            let profile = try await profiles.update {
                $0.allergens = .set(Allergen.allCases.map(\.rawValue) + ["milk"])
                $0.dislikes = .set([" olives", "olives ", "capers"])
            }
            #expect(profile.allergens.count == 14)
            #expect(profile.dislikes == ["olives", "capers"])
            let refused = try await profiles.refusedFields {
                $0.allergens = .set(["milk", "kryptonite"])
                $0.dislikes = .set([" "])
            }
            #expect(Set(refused) == ["allergens", "dislikes"])
        }
    }
}
