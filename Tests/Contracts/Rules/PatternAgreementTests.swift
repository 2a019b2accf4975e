import Contracts
import JSONCoding
import Testing

/// The regular expressions of documents allow what the checks allow.
struct PatternAgreementTests {
    /// Returns whether all patterns of a field match a text.
    private static func matches(_ text: String, _ field: String, _ constraints: [FieldConstraint]) throws -> Bool {
        let patterns = constraints.compactMap { constraint -> String? in
            guard constraint.fields == [field], case .pattern(let pattern) = constraint.constraint else { return nil }
            return pattern
        }
        try #require(!patterns.isEmpty)
        return try patterns.allSatisfy { pattern in
            try Regex(pattern).matchingSemantics(.unicodeScalar).firstMatch(in: text) != nil
        }
    }

    @Test(arguments: ["Friends", " a ", "a b", "\u{1B}", " ", "\u{85}", "a\u{85}", "a\nb", "\ta", "\t", "é", "a\u{7F}"])
    func `the pattern for names of groups allows what the check allows`(name: String) throws {
        let isValid = try LeaderboardGroupsAdd.rules.errors(in: LeaderboardGroupsAdd(name: name)).isEmpty
        #expect(try Self.matches(name, "name", LeaderboardGroupsAdd.constraints()) == isValid)
    }

    @Test(arguments: ["Backup", "a\u{200B}b", "\u{AD}", "a\u{FEFF}", "a\nb", " a", "\u{85}", "a\u{7F}", "日本"])
    func `the pattern for names of tokens allows what the check allows`(name: String) throws {
        let token = AuthTokensMake(name: name, scopes: [.diaryRead], expiresAt: "2026-06-10T07:30:00Z")
        let isValid = try AuthTokensMake.rules.errors(in: token).isEmpty
        #expect(try Self.matches(name, "name", AuthTokensMake.constraints()) == isValid)
    }

    /// The pattern is exact up to U+00FF, and allows each valid query.
    @Test(arguments: (0...0xFF).map { String(Unicode.Scalar(UInt8($0))) } + ["п", "ก", "Ⅷ", "a…", "½-"])
    func `the pattern for queries allows what the check allows`(query: String) throws {
        let isValid = try CatalogSearch.rules.errors(in: CatalogSearch(q: query)).isEmpty
        #expect(try Self.matches(query, "q", CatalogSearch.constraints()) == isValid)
    }

    @Test(arguments: ["en", "uk", "zh-hant", "EN", "e", "", "x-schemathesis", "e1"])
    func `the pattern for languages of names allows what the check allows`(language: String) throws {
        var change = FoodChange()
        change.names = .set([language: "Banana"])
        let keyPatterns = try CatalogFoodsUpdate.constraints().compactMap { constraint -> String? in
            guard constraint.fields == ["names"], case .keyPattern(let pattern) = constraint.constraint else {
                return nil
            }
            return pattern
        }
        let pattern = try #require(keyPatterns.first)
        let request = CatalogFoodsUpdate(FoodID(.make()), change)
        let isValid = try CatalogFoodsUpdate.rules.errors(in: request).isEmpty
        let matches = try Regex(pattern).firstMatch(in: language) != nil
        #expect(matches == isValid)
    }
}
