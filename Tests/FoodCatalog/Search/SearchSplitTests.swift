import Contracts
import FoodCatalog
import SeededRandom
import Storage
import Testing

/// Searches query the index for some words and check names for the others; the results must not depend on the split.
@Suite(.timeLimit(.minutes(5))) struct SearchSplitTests {
    /// Only the rarest word goes to the index; the default split; all words go to the index.
    private static let splits = [1, IndexPlan.stepsPerCheck, Int.max]

    /// Returns a service with a cache of its own for each split.
    private func services(_ fixture: CatalogFixture) async throws -> [FoodCatalogService] {
        var services: [FoodCatalogService] = []
        for split in Self.splits {
            let vocabulary = VocabularyCache(store: fixture.store)
            try await vocabulary.load()
            services.append(
                FoodCatalogService(
                    store: fixture.store,
                    vocabulary: vocabulary,
                    synonyms: try Synonyms(path: StarterCatalog.bundled("synonyms.txt")),
                    drawings: try DrawingSet(),
                    stepsPerCheck: split
                )
            )
        }
        return services
    }

    /// Returns the foods that each service finds for a query.
    private func found(_ query: String, _ services: [FoodCatalogService], _ fixture: CatalogFixture) async throws
        -> [[FoodID]]
    {
        var found: [[FoodID]] = []
        for service in services {
            let request = CatalogSearch(q: query, limit: 100)
            found.append(try await service.searchFoods(request, fixture.context).items.map(\.id))
        }
        return found
    }

    @Test func `a search returns the same order for every split of its words`() async throws {
        try await CatalogFixture.useStarter { fixture in
            var numbers = SeededGenerator(seed: 18)
            let services = try await services(fixture)
            let names = try await fixture.store.read { reader in
                try reader.rows("SELECT name FROM food UNION ALL SELECT names FROM food WHERE names IS NOT NULL")
                    .map { try $0.value("name", as: String.self) }
            }
            var answers = 0
            for _ in 0..<250 {
                let name = try #require(names.randomElement(using: &numbers))
                // Some words of one name, sometimes with one of another name, and the last word in part.
                var words = WordNormaliser.words(of: name).shuffled(using: &numbers).prefix(4).map(\.self)
                if Int.random(in: 0..<4, using: &numbers) == 0, let other = names.randomElement(using: &numbers) {
                    words.append(contentsOf: WordNormaliser.words(of: other).prefix(1))
                }
                if let last = words.last {
                    words[words.count - 1] = String(last.prefix(Int.random(in: 1...6, using: &numbers)))
                }
                let query = String(words.joined(separator: " ").prefix(100))
                let found = try await found(query, services, fixture)
                #expect(found[0] == found[2], "\(query)")
                #expect(found[1] == found[2], "\(query)")
                answers += found[2].isEmpty ? 0 : 1
            }
            #expect(answers > 200)
        }
    }

    @Test func `foods beyond the limit of checked names are still found`() async throws {
        let soups = (0..<2_600).map { "Soup, alpha \($0)" }
        let stews = (0..<2_700).map { "Stew, beta \($0)" }
        // Their longer names rank them after all other foods in the index.
        let wanted = ["Soup, beta, gamma, delta, one", "Soup, beta, gamma, delta, two"]
        try await CatalogFixture.use(names: soups + stews + wanted) { fixture in
            let services = try await services(fixture)
            let found = try await found("soup beta", services, fixture)
            #expect(found.map(\.count) == [2, 2, 2])
            #expect(Set(found.map { Set($0) }).count == 1)
        }
    }

    @Test(arguments: [
        ("cheese", "chees"), ("houses", "hous"), ("glasses", "glass"), ("berries", "berry"), ("olives", "olive"),
        ("огірки", "огірок"), ("сири", "сир"),
    ])
    func `a word and its other forms find each other`(word: String, typed: String) async throws {
        let names = [word, "\(word) with honey", "\(typed) with honey", "honey"]
        try await CatalogFixture.use(names: names) { fixture in
            for service in try await services(fixture) {
                for query in ["\(typed) honey", "\(word) honey"] {
                    let request = CatalogSearch(q: query)
                    let found = try await service.searchFoods(request, fixture.context).items.map(\.name)
                    #expect(Set(found).isSuperset(of: names[1...2]), "\(query): \(found)")
                }
            }
        }
    }
}
