import Contracts
import FoodCatalog
import Testing

@Suite struct ParseFoodsTests {
    @Test func `a typed meal finds foods of the starter with grams and alternatives`() async throws {
        try await CatalogFixture.useStarter { fixture async throws in
            let lines = try await fixture.lines("100 g banana and 2 eggs")
            #expect(lines.map(\.food?.name) == ["Banana, raw", "Egg, whole, raw"])
            #expect(lines.first?.grams == 100)
            #expect(lines.first?.amountSource == ParsedAmountSource.stated.rawValue)
            #expect(lines.map(\.words.text) == ["100 g banana", "2 eggs"])
            for line in lines {
                #expect(!line.alternatives.isEmpty)
                #expect(line.alternatives.count <= CatalogFoodsParse.alternativesMax)
                let total = line.alternatives.reduce(line.confidence) { $0 + $1.confidence }
                #expect(total <= 1.05)
            }
        }
    }

    @Test func `names are in the language of the request`() async throws {
        try await CatalogFixture.useStarter { fixture async throws in
            let lines = try await fixture.lines("2 банани", language: "uk-UA")
            #expect(lines.map(\.food?.name) == ["Банан"])
        }
    }

    @Test func `words without a food have a line without one`() async throws {
        try await CatalogFixture.use(names: ["Banana, raw"]) { fixture async throws in
            let lines = try await fixture.lines("xyzzy 50 g, banana")
            #expect(lines.map(\.food?.name) == [nil, "Banana, raw"])
            #expect(lines.first?.grams == 50)
            #expect(lines.first?.confidence == 0)
        }
    }

    @Test func `a parsed text does not change what a search finds`() async throws {
        try await CatalogFixture.use(names: ["Banana bread", "Bananas, raw"]) { fixture async throws in
            _ = try await fixture.lines("banana brea, ripe banana")
            #expect(try await fixture.names("banana brea") == ["Banana bread"])
            #expect(try await !fixture.names("ripe banana").isEmpty)
        }
    }

    @Test func `a text that is empty, too long or has too many foods is refused`() async throws {
        try await CatalogFixture.use(names: ["Egg"]) { fixture async throws in
            let long = String(repeating: "a", count: CatalogFoodsParse.textLength.upperBound + 1)
            let many = Array(repeating: "egg", count: CatalogFoodsParse.linesMax + 1).joined(separator: ",")
            for text in ["", long, many] {
                await #expect(throws: ServiceError.self) { _ = try await fixture.lines(text) }
            }
            #expect(try await fixture.lines(",").isEmpty)
        }
    }
}

extension CatalogFixture {
    fileprivate func lines(_ text: String, language: String? = nil) async throws -> [ParsedLine] {
        try await service.parseFoods(CatalogFoodsParse(text: text, language: language).checked(), context).lines
    }
}
