import Contracts
import FoodCatalog
import Testing

struct MealParserTests {
    private typealias Line = ParserFixture.Line

    private let foods = ParserFixture.usual

    @Test func `a list in English becomes a line for each food`() throws {
        let lines = try foods.lines("2 eggs, toast 40 g, half a cup of rice")
        let expected = [
            Line(words: "2 eggs", food: "Egg, whole, raw", grams: 100),
            Line(words: "toast 40 g", food: "Bread, white, toasted", grams: 40),
            Line(words: "half a cup of rice", food: "Rice, white, cooked", grams: 80),
        ]
        #expect(lines == expected, "\(lines)")
    }

    @Test func `a list in Ukrainian becomes a line for each food`() throws {
        let lines = try foods.lines("2 яйця, тост 40 г і пів склянки рису з медом")
        let expected = [
            Line(words: "2 яйця", food: "Egg, whole, raw", grams: 100),
            Line(words: "тост 40 г", food: "Bread, white, toasted", grams: 40),
            Line(words: "пів склянки рису", food: "Rice, white, cooked", grams: 80),
            Line(words: "медом", food: "Honey", grams: 8),
        ]
        #expect(lines == expected, "\(lines)")
    }

    @Test func `a list in Thai is split at spaces, units and joiners`() throws {
        let lines = try foods.lines("ไข่ 2 ฟอง ขนมปังปิ้ง 40 กรัมและข้าวครึ่งถ้วย")
        let expected = [
            Line(words: "ไข่ 2 ฟอง", food: "Egg, whole, raw", grams: 100),
            Line(words: "ขนมปังปิ้ง 40 กรัม", food: "Bread, white, toasted", grams: 40),
            Line(words: "ข้าวครึ่งถ้วย", food: "Rice, white, cooked", grams: 80),
        ]
        #expect(lines == expected, "\(lines)")
    }

    @Test(arguments: [
        ("rice 150g", 150), ("150 g rice", 150), ("0.2 kg rice", 200), ("rice 0,2 кг", 200), ("1,5 kg rice", 1_500),
        ("1,500 g rice", 1_500), ("2 oz rice", 56.7), ("1/2 cup rice", 80), ("½ cup rice", 80),
        ("1 1/2 cups of rice", 240),
        ("1½ cups rice", 240), ("two and a half cups of rice", 400), ("rice 2 cups", 320),
        ("rice a cup and a half", 240), ("rice x2 cups", 320),
        ("2 x 100 g rice", 200), ("1-2 cups rice", 240), ("one hundred and fifty grams of rice", 150),
        ("півтори склянки рису", 240), ("сто п’ятдесят грамів рису", 150), ("рис дві чашки", 320),
        ("півсклянки рису", 80),
        ("ข้าว ๑๕๐ กรัม", 150), ("ข้าวสองถ้วย", 320), ("ข้าว 1 ถ้วยครึ่ง", 240), ("ข้าวสองร้อยกรัม", 200), ("ข้าวถ้วยเดียว", 160),
    ])
    func `an amount is read before and behind a food`(text: String, grams: Double) throws {
        let lines = try foods.lines(text)
        #expect(lines.map(\.food) == ["Rice, white, cooked"], "\(lines)")
        #expect(lines.first?.grams == grams, "\(lines)")
    }

    @Test(arguments: [
        ("an apple", "Apple, raw", 180), ("large apple", "Apple, raw", 220), ("2 small apples", "Apple, raw", 300),
        ("half an apple", "Apple, raw", 90), ("a dozen eggs", "Egg, whole, raw", 600),
        ("half a dozen eggs", "Egg, whole, raw", 300),
        ("5 almonds", "Almonds", 6), ("handful of almonds", "Almonds", 30), ("a grapefruit", "Grapefruit, raw", 256),
        ("slice of cheese", "Cheese, NFS", 28), ("1 tsp honey", "Honey", 7), ("beer 0.5", "Beer", 500),
        ("пиво 0,33", "Beer", 330),
        ("пляшка пива 0,5", "Beer", 500), ("250 ml milk", "Milk, whole", 257.8), ("oats 60 g dry", "Oats, raw", 60),
        ("หมูสามชั้น 100 กรัม", "Pork, belly", 100), ("แอปเปิ้ลครึ่งลูก", "Apple, raw", 90),
    ])
    func `pieces, spoons and volumes become grams`(text: String, food: String, grams: Double) throws {
        let lines = try foods.lines(text)
        #expect(lines.map(\.food) == [food], "\(lines)")
        #expect(lines.first?.grams == grams, "\(lines)")
    }

    @Test func `words that one food has stay together`() throws {
        #expect(try foods.lines("ham and cheese sandwich").map(\.food) == ["Ham and cheese sandwich"])
        #expect(try foods.lines("ham and cheese").map(\.food) == ["Ham", "Cheese, NFS"])
    }

    @Test func `names of meals and verbs are no foods`() throws {
        #expect(try foods.lines("Breakfast: I had two eggs").map(\.words) == ["two eggs"])
        #expect(try foods.lines("Сніданок: з’їв 2 яйця").map(\.words) == ["2 яйця"])
        #expect(try foods.lines("วันนี้กินไข่ 2 ฟอง").map(\.words) == ["ไข่ 2 ฟอง"])
    }

    @Test func `an unknown food keeps its weight`() throws {
        #expect(try foods.lines("30 g xyzzy") == [Line(words: "30 g xyzzy", food: nil, grams: 30)])
    }

    @Test func `the usual amount counts only without a stated one`() throws {
        let fixture = ParserFixture([ParserFixture.food(["Kefir"], "Milk, whole", [("1 cup", 245)], usualGrams: 310)])
        let amounts = try ["kefir", "kefir 100 g", "1 cup kefir"].map { text in
            try MealParser.lines(of: text, linesMax: 1, lookup: fixture.found)?.first?.matches.first?.amount
        }
        #expect(amounts.map { $0?.grams } == [310, 100, 245])
        #expect(amounts.map { $0?.source } == [.usual, .stated, .portion])
    }

    @Test func `a volume is told for a food with a density, and estimated for others`() throws {
        let fixture = ParserFixture([
            ParserFixture.food(["Milk"], "Milk, whole", [("1 cup", 244)], densityGPerMl: 1.03),
            ParserFixture.food(["Oats"], "Oatmeal", []),
        ])
        let amounts = try ["250 ml milk", "milk 0.5 l", "1 cup milk", "oats 100 ml"].map { text in
            try MealParser.lines(of: text, linesMax: 1, lookup: fixture.found)?.first?.matches.first?.amount
        }
        #expect(amounts.map { $0?.ml } == [250, 500, nil, nil])
        #expect(amounts.map { $0?.grams } == [257.5, 515, 244, 100])
        #expect(amounts.map { $0?.source } == [.stated, .stated, .portion, .default])
    }

    @Test func `a volume behind a drink and what is in it is that of the drink`() throws {
        let drink = try foods.lines("milk with honey and cheese 200 ml")
        #expect(drink.map(\.words) == ["milk", "honey", "cheese"])
        #expect(drink.map(\.food) == ["Milk, whole", "Honey", "Cheese, NFS"])
        #expect(drink.first?.grams == 206.3)
        #expect(drink.dropFirst().allSatisfy { ($0.grams ?? 200) < 50 }, "\(drink)")
        // A drink that the catalog does not have keeps the volume from what is in it.
        #expect(try foods.lines("xyzzy with honey 300 ml").last?.grams == foods.lines("honey").first?.grams)
        // What is eaten with a drink, and a splash of it, have volumes of their own.
        let volume = try foods.lines("200 ml milk").first?.grams
        for text in ["oats with milk 200 ml", "xyzzy with milk 200 ml"] {
            #expect(try foods.lines(text).last?.grams == volume, "\(text)")
        }
        #expect(try foods.lines("beer with milk 30 ml").last?.grams == foods.lines("30 ml milk").first?.grams)
    }

    @Test func `places are counted in Unicode scalars`() throws {
        let text = "🍳👩‍🍳 2 яйця, cafe\u{301} молоко"
        let scalars = Array(text.unicodeScalars)
        let lines = try MealParser.lines(of: text, linesMax: 9, lookup: foods.found) ?? []
        #expect(lines.first?.words.text == "2 яйця")
        for line in lines {
            let part = String(String.UnicodeScalarView(scalars[line.words.start..<line.words.end]))
            #expect(part == line.words.text)
        }
    }

    @Test func `tone marks of Thai without a letter are left out`() throws {
        #expect(try foods.lines("\u{0E48}").isEmpty)
        #expect(try foods.lines("toast \u{0E48}") == foods.lines("toast"))
    }

    @Test func `a portion of zero pieces weighs as one`() throws {
        let crackers = ParserFixture([ParserFixture.food(["Zork"], "Snacks", [("0 piece", 30)])])
        #expect(try crackers.lines("2 pieces zork").map(\.grams) == [60])
    }

    @Test func `a text with too many foods has no lines`() throws {
        let text = Array(repeating: "egg", count: 4).joined(separator: ", ")
        #expect(try MealParser.lines(of: text, linesMax: 3, lookup: foods.found) == nil)
        #expect(try MealParser.lines(of: text, linesMax: 4, lookup: foods.found)?.count == 4)
    }

    @Test func `the number of searches is bounded`() throws {
        let words = (0..<400).map { "w\(String($0, radix: 26, uppercase: false))" }
        let text = stride(from: 0, to: 400, by: 16).map { words[$0..<$0 + 16].joined(separator: " ") }.joined(
            separator: " and "
        )
        var searches = 0
        _ = try MealParser.lines(of: text, linesMax: .max) { _ in
            searches += 1
            return []
        }
        #expect(searches <= 150)
    }

    @Test(arguments: [
        "", " ", ",,,", "2", "half a cup", "1/0 g rice", "and with", "ครึ่ง", "กรัม", "½½½", "x x x", "999999999999 g",
        "\u{0E48}", "rice \u{0E48}\u{0E49}", "2\u{0E4B}",
    ])
    func `odd texts are read`(text: String) throws {
        _ = try foods.lines(text)
    }
}
