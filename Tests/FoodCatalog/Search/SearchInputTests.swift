import Contracts
import FoodCatalog
import SeededRandom
import TestSupport
import Testing

struct SearchInputTests {
    @Test(arguments: ["", " ", "\"", "*", "!?", "()", "^", "\u{1F34C}", String(repeating: "a", count: 101)])
    func `a query without a word or above the length limit is rejected`(query: String) async throws {
        try await CatalogFixture.use { fixture async throws in
            #expect(try await fixture.refusedFields(CatalogSearch(q: query)) == ["q"])
        }
    }

    @Test func `limits outside the contract are rejected`() async throws {
        try await CatalogFixture.use { fixture async throws in
            for limit in [Int.min, -1, 0, 101, Int.max] {
                #expect(try await fixture.refusedFields(CatalogSearch(q: "a", limit: limit)) == ["limit"])
            }
            #expect(try await fixture.refusedFields(CatalogSearch(q: "", limit: 0)) == ["q", "limit"])
            #expect(try await fixture.refusedFields(CatalogSearch(q: "a", limit: 1)).isEmpty)
            #expect(try await fixture.refusedFields(CatalogSearch(q: "a", limit: 100)).isEmpty)
        }
    }

    @Test(arguments: ["", "x", "MA", "MQ==", "LTE", "OTk5OTk5OTk5OTk5OTk5OTk5OTk5", "MDE", "!!!", "KzE", "MTAwMDAw"])
    func `a cursor that was not issued is rejected`(cursor: String) async throws {
        try await CatalogFixture.use { fixture async throws in
            #expect(try await fixture.refusedFields(CatalogSearch(q: "a", cursor: cursor)) == ["cursor"])
        }
    }

    @Test(arguments: [1, 20, 63, 64, 255, FoodIndex.candidatesMax])
    func `a cursor decodes to its offset`(offset: Int) throws {
        #expect(try PageCursor.offset(of: PageCursor.text(offset: offset)) == offset)
    }

    @Test func `operators and quotes of FTS5 are searched literally`() async throws {
        try await CatalogFixture.use(names: ["Salt and pepper", "Nothing", "Near beer", "Words"]) {
            fixture async throws in
            let found: [(query: String, names: [String])] = [
                ("salt AND pepper", ["Salt and pepper"]),
                ("salt\" OR \"nothing", ["Salt and pepper", "Nothing"]),
                ("NOT nothing", ["Nothing"]),
                ("NEAR(beer)", ["Near beer"]),
                ("words:beer", ["Words", "Near beer"]),
                ("{words stems}: salt*", ["Words", "Salt and pepper"]),
                ("'; DROP TABLE food; --", []),
                ("^near +beer", ["Near beer"]),
                ("salt\u{0}pepper", ["Salt and pepper"]),
            ]
            for (query, names) in found {
                #expect(Set(try await fixture.names(query)) == Set(names), "\(query)")
            }
            #expect(try await fixture.names("nothing") == ["Nothing"])
        }
    }

    @Test func `random text does not make a search fail`() async throws {
        try await CatalogFixture.use(names: ["Banana, raw", "Rice \u{915}\u{94D}\u{937}"]) { fixture in
            var random = SeededGenerator(seed: testSeed("SEARCH"))
            let characters = Array(
                "ab \"'*^:(){}+-%_\\;,.\u{0}\u{301}\u{E9}\u{915}\u{94D}\u{937}\u{FE0F}\u{1F34C}\u{DF}\u{130}\u{4E2D}1\u{BD}NOTAR"
            )
            for _ in 0..<400 {
                let query = String(
                    (0..<Int.random(in: 1...40, using: &random)).compactMap { _ in
                        characters.randomElement(using: &random)
                    }
                )
                let refused = try await fixture.refusedFields(CatalogSearch(q: query))
                #expect(refused.isEmpty || refused == ["q"], "\(query)")
            }
            #expect(try await fixture.names("\u{915}\u{94D}\u{937}") == ["Rice \u{915}\u{94D}\u{937}"])
        }
    }
}
