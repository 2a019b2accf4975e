import Contracts
import FoodCatalog
import Foundation
import TestSupport
import Testing

/// The names of portions in other languages.
@Suite(.timeLimit(.minutes(5)))
struct PortionNamesTests {
    private static let file = """
        name,uk,th
        1 cup,1 чашка,1 ถ้วย
        "1 cup, sliced","1 чашка, скибочками",1 ถ้วย หั่นบาง

        """

    private static func names() throws -> PortionNames { try PortionNames(csv: Array(file.utf8)) }

    private static func bundled() throws -> PortionNames {
        try PortionNames(path: StarterCatalog.bundled("portion-names.csv"))
    }

    private static func food(_ portions: [String], names: [String: String]?) -> Food {
        var food = Food(id: .make(), name: "Rice", kcal: 130, proteinG: 2, fatG: 0, carbohydrateG: 28, source: "test")
        food.portions = portions.map { Portion(name: $0, grams: 150) }
        food.names = names
        return food
    }

    @Test(arguments: [
        ("uk", "1 чашка"), ("uk-UA", "1 чашка"), ("TH", "1 ถ้วย"), ("en", nil), ("de", nil), (nil, nil),
    ])
    func `an item of a list has labels in the language of the request alone`(
        language: String?,
        label: String?
    ) throws {
        let food = try Self.names().labelled(Self.food(["1 cup", "1 bucket"], names: nil), in: language)
        #expect(food.portions.map(\.name) == ["1 cup", "1 bucket"])
        #expect(food.portions.map(\.label) == [label, nil])
        #expect(food.portions.allSatisfy { $0.names == nil })
    }

    @Test func `a food with all values has the names of its portions, for any language`() throws {
        let food = try Self.names().labelled(Self.food(["1 cup, sliced", "1 bucket"], names: ["en": "Rice"]), in: "uk")
        #expect(food.portions.map(\.label) == ["1 чашка, скибочками", nil])
        #expect(food.portions[0].names == ["uk": "1 чашка, скибочками", "th": "1 ถ้วย หั่นบาง"])
        #expect(food.portions[1].names == nil)
        #expect(food.named(in: "th").portions.map(\.label) == ["1 ถ้วย หั่นบาง", nil])
        #expect(food.named(in: "en").portions.map(\.label) == [nil, nil])
    }

    @Test(arguments: [
        ("", "line 1"), ("name\n1 cup\n", "line 1"), ("name,uk,uk\n", "line 1"), ("name,Ukrainian\n", "line 1"),
        ("portion,uk\n", "line 1"),
        ("name,uk\n1 cup,1 чашка\n1 slice,\n", "line 3"),
        ("name,uk\n1 cup,1 чашка\n1 cup,1 горня\n", "line 3"),
        ("name,uk\n1 cup,1 чашка\n1 slice\n", "line 3"),
        ("name,uk\n1 cup,\(String(repeating: "ч", count: 101))\n", "line 2"),
    ])
    func `an invalid file is refused with its line`(text: String, line: String) {
        let failure = #expect(throws: PortionNames.Failure.self) { try PortionNames(csv: Array(text.utf8)) }
        #expect(failure?.description.hasPrefix(line) == true)
    }

    @Test func `a missing or huge file stops the start and is named`() throws {
        let directory = try TemporaryDirectory()
        defer { directory.remove() }
        let path = directory.file("portions.csv")
        for bytes in [nil, 1_024 * 1_024 + 1] {
            if let bytes { try Data(count: bytes).write(to: URL(filePath: path)) }
            let failure = #expect(throws: PortionNames.Failure.self) { try PortionNames(path: path) }
            #expect(failure?.description.contains(path) == true)
        }
    }

    @Test(arguments: ["uk", "th"])
    func `each portion of a common food has a label in lists, by its id and among offline foods`(
        language: String
    ) async throws {
        try await CatalogFixture.useStarter(portionNames: try Self.bundled()) { fixture in
            let request = CatalogOffline(part: .common, language: language)
            let offline = try await fixture.service.offlineFoods(request.checked(), fixture.context).items
            let named = offline.filter { !$0.name.utf8.allSatisfy { $0 < 0x80 } }
            #expect(named.count > 300)
            for food in named {
                #expect(food.portions.allSatisfy { $0.label != nil && $0.names == nil }, "\(food.name)")
            }
            let search = CatalogSearch(q: "banana, raw", language: language)
            let found = try await fixture.service.searchFoods(search, fixture.context).items
            let banana = try #require(found.first)
            #expect(!banana.portions.isEmpty)
            #expect(banana.portions.allSatisfy { $0.label != nil && $0.names == nil })
            let details = try await fixture.service.getFood(
                CatalogGet(id: banana.id, language: language),
                fixture.context
            )
            #expect(details.portions.map(\.label) == banana.portions.map(\.label))
            #expect(details.portions.allSatisfy { $0.names?[language] == $0.label })
            let english = try await fixture.service.getFood(CatalogGet(id: banana.id), fixture.context)
            #expect(english.portions.map(\.name) == banana.portions.map(\.name))
            #expect(english.portions.allSatisfy { $0.label == nil && $0.names != nil })
        }
    }

    @Test func `a portion of a typed meal has its label, and is found by its name`() async throws {
        try await CatalogFixture.useStarter(portionNames: try Self.bundled()) { fixture in
            func lines(_ text: String, _ language: String) async throws -> [ParsedLine] {
                let request = CatalogFoodsParse(text: text, language: language)
                return try await fixture.service.parseFoods(request.checked(), fixture.context).lines
            }
            let ukrainian = try #require(try await lines("2 банани", "uk").first)
            let english = try #require(try await lines("2 bananas", "en").first)
            let portion = try #require(ukrainian.portion)
            #expect(portion.name == english.portion?.name)
            #expect(ukrainian.grams == english.grams)
            #expect(portion.label != nil && english.portion?.label == nil)
            #expect(portion.label == ukrainian.food?.portions.first { $0.name == portion.name }?.label)
        }
    }
}
