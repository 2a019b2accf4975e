import Contracts
import FoodCatalog
import Testing

struct SearchTests {
    @Test func `plain foods of the starter rank first`() async throws {
        try await CatalogFixture.useStarter { fixture in
            let expected: [(query: String, top: String)] = [
                ("banana", "Banana, raw"), ("bananas", "Bananas, raw"), ("BANANA raw", "Banana, raw"),
                ("milk", "Milk, whole"), ("egg", "Egg, whole, raw"), ("eggs", "Egg, whole, raw"),
                ("greek yog", "Yogurt, Greek, nonfat milk, plain"),
                ("yogurt greek", "Yogurt, Greek, nonfat milk, plain"),
                ("rice", "Rice, white, cooked, no added fat"), ("apple", "Apple, raw"), ("berries", "Berries, NFS"),
                ("cookies", "Cookie, NFS"), ("salmon", "Fish, salmon, raw"),
                ("chicken breast", "Chicken, breast, boneless, skinless, raw"),
                ("olive oil", "Olive oil"), ("beer", "Beer"), ("bread white", "Bread, white"),
            ]
            for (query, top) in expected {
                let names = try await fixture.names(query, limit: 3)
                #expect(names.contains(top), "\(query): \(names)")
            }
        }
    }

    @Test func `special foods rank below plain ones`() async throws {
        try await CatalogFixture.useStarter { fixture in
            let expected: [(query: String, first: String, later: String)] = [
                ("banana", "Bananas, raw", "Banana chips"), ("milk", "Milk, whole", "Milk, malted"),
                ("egg", "Egg, whole, raw", "Egg, whole, pickled"), ("rice", "Rice, cooked, NFS", "Rice cake"),
                ("chocolate", "Chocolate syrup", "Milk, chocolate, lowfat, reduced sugar"),
            ]
            for (query, first, later) in expected {
                let names = try await fixture.pages(query, limit: CatalogSearch.limits.upperBound).flatMap { $0 }.map(
                    \.name
                )
                let (before, after) = (names.firstIndex(of: first), names.firstIndex(of: later))
                // A special food may stand behind the last result, but it is in the catalog.
                #expect(try await fixture.names(later, limit: 3).contains(later), "\(later)")
                #expect(try #require(before) < after ?? names.count, "\(query)")
            }
            let milk = try await fixture.pages("milk", limit: CatalogSearch.limits.upperBound).flatMap { $0 }.map(
                \.name
            )
            #expect(!milk.contains("Biscuits, plain or buttermilk, dry mix"))
        }
    }

    @Test func `words of a query match prefixes of words in any order`() async throws {
        try await CatalogFixture.use(names: ["Bread, rye, dark", "Bread, wheat", "Rye flour", "Cornbread"]) {
            fixture async throws in
            #expect(try await fixture.names("rye bre").first == "Bread, rye, dark")
            #expect(try await fixture.names("br ry").first == "Bread, rye, dark")
            #expect(try await fixture.names("bread") == ["Bread, wheat", "Bread, rye, dark"])
            #expect(try await fixture.names("ye").isEmpty)
        }
    }

    @Test func `accents, plurals and apostrophes are ignored`() async throws {
        try await CatalogFixture.use(names: ["Jalape\u{F1}os", "Blackberry", "Reese's cups"]) {
            fixture async throws in
            #expect(try await fixture.names("jalapeno") == ["Jalape\u{F1}os"])
            #expect(try await fixture.names("JALAPE\u{D1}O") == ["Jalape\u{F1}os"])
            for typed in ["blackb", "blackberry", "blackberries"] {
                #expect(try await fixture.names(typed) == ["Blackberry"])
            }
            #expect(try await fixture.names("reeses cup") == ["Reese's cups"])
            #expect(try await fixture.names("reese's") == ["Reese's cups"])
        }
    }

    @Test func `if no name has all words, names with more of them rank first`() async throws {
        try await CatalogFixture.use(names: ["Chicken soup", "Chicken, roasted", "Noodle soup, chicken"]) {
            fixture async throws in
            #expect(try await fixture.names("spicy chicken noodle").first == "Noodle soup, chicken")
            #expect(try await fixture.names("spicy chicken noodle").count == 3)
            #expect(try await fixture.names("spicy").isEmpty)
        }
    }

    @Test func `a whole word ranks above a prefix`() async throws {
        try await CatalogFixture.use(names: ["Eggplant, raw", "Egg salad", "Egg, whole, raw", "Duck egg"]) {
            fixture in
            let names = try await fixture.names("egg")
            #expect(names.prefix(2) == ["Egg, whole, raw", "Egg salad"])
            #expect(names.last == "Eggplant, raw")
        }
    }

    @Test func `foods with equal names have a stable order`() async throws {
        try await CatalogFixture.use(names: Array(repeating: "Honey", count: 20)) { fixture in
            let ids = try await fixture.service.searchFoods(CatalogSearch(q: "honey"), fixture.context).items.map(\.id)
            #expect(ids == ids.sorted())
            #expect(ids.count == 20)
        }
    }
}
