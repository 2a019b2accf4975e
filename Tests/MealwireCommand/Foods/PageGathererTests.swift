import Contracts
import FoodFormats
import MealwireCommand
import Testing

/// Collecting rows into pages.
@Suite struct PageGathererTests {
    private static func position(_ line: Int) -> RowPosition { RowPosition(file: "a.csv", line: line) }

    private static func foods(_ page: FoodPage) throws -> [ImportedFood] {
        try ImportPage.rows(of: page.bytes).map(\.food)
    }

    @Test func `a page is full at its greatest number of rows, and rows keep their order and lines`() throws {
        var gatherer = PageGatherer()
        var pages: [FoodPage] = []
        let count = 2 * CatalogImport.pageRowsMax + 3
        for number in 0..<count {
            let (page, refusal) = gatherer.add(StandInReader.food(number), of: "x", at: Self.position(number + 2))
            #expect(refusal == nil)
            if let page { pages.append(page) }
        }
        #expect(pages.count == 2)
        pages += gatherer.finish()
        #expect(pages.map(\.positions.count) == [CatalogImport.pageRowsMax, CatalogImport.pageRowsMax, 3])
        #expect(try pages.flatMap(Self.foods) == (0..<count).map(StandInReader.food))
        #expect(pages.flatMap(\.positions).map(\.line) == Array(2..<count + 2))
        #expect(gatherer.finish().isEmpty)
    }

    @Test func `a page is full at its greatest size, and is sent unchanged`() throws {
        var gatherer = PageGatherer()
        var food = StandInReader.food(1)
        food.ingredients = String(repeating: "x", count: 250_000)
        var sent: [FoodPage] = []
        for line in 2...6 { sent += [gatherer.add(food, of: "x", at: Self.position(line)).page].compactMap(\.self) }
        sent += gatherer.finish()
        #expect(sent.map(\.positions.count) == [2, 2, 1])
        #expect(sent.allSatisfy { $0.bytes.count <= CatalogImport.pageBytesMax })
        let request = sent[0].request
        #expect(request.source == "x")
        #expect(Base64.bytes(request.base64) == sent[0].bytes)
    }

    @Test func `alternating sources get separate pages, and the number of unfinished pages is limited`() throws {
        var gatherer = PageGatherer()
        var sent: [FoodPage] = []
        let sources = (0..<PageGatherer.openMax + 3).map { "source\($0)" }
        for number in 0..<1_000 {
            let source = sources[number % sources.count]
            let (page, refusal) = gatherer.add(StandInReader.food(number), of: source, at: Self.position(number))
            #expect(refusal == nil)
            if let page { sent.append(page) }
        }
        let rest = gatherer.finish()
        #expect(rest.count == PageGatherer.openMax)
        var lines: [Int] = []
        for page in sent + rest {
            for (food, position) in zip(try Self.foods(page), page.positions) {
                #expect(food == StandInReader.food(position.line))
                #expect(page.source == sources[position.line % sources.count])
                lines.append(position.line)
            }
        }
        #expect(lines.sorted() == Array(0..<1_000))
    }

    @Test func `a row that fits into no page is refused, and earlier rows are not lost`() throws {
        var gatherer = PageGatherer()
        var long = StandInReader.food(2)
        long.ingredients = String(repeating: "x", count: CatalogImport.pageBytesMax)
        var many = StandInReader.food(3)
        many.portions = Array(repeating: Portion(name: "cup", grams: 1), count: ImportPage.listMax + 1)
        _ = gatherer.add(StandInReader.food(1), of: "x", at: Self.position(1))
        let first = gatherer.add(long, of: "x", at: Self.position(2))
        #expect(first.page?.positions == [Self.position(1)])
        #expect(first.refusal == RowRefusal("is longer than 600 kilobytes"))
        let second = gatherer.add(many, of: "x", at: Self.position(3))
        #expect(second.page == nil)
        #expect(second.refusal == RowRefusal("has more than 1000 names, or as many portions"))
        _ = gatherer.add(StandInReader.food(4), of: "x", at: Self.position(4))
        #expect(gatherer.finish().map(\.positions) == [[Self.position(4)]])
    }
}
