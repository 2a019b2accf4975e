import Contracts
import FoodFormats
import FoodImporter
import TestSupport
import Testing

/// Collecting rows into pages.
@Suite struct PageBuilderTests {
    private static func position(_ line: Int) -> RowPosition { RowPosition(file: "a.csv", line: line) }

    private static func foods(_ page: FoodPage) throws -> [ImportedFood] {
        try ImportPage.rows(of: page.bytes).map(\.food)
    }

    @Test func `a page is full at its greatest number of rows, and rows keep their order and lines`() throws {
        var builder = PageBuilder()
        var pages: [FoodPage] = []
        let count = 2 * CatalogImport.pageRowsMax + 3
        for number in 0..<count {
            let (page, refusal) = builder.add(StubReader.food(number), of: "x", at: Self.position(number + 2))
            #expect(refusal == nil)
            if let page { pages.append(page) }
        }
        #expect(pages.count == 2)
        pages += builder.finish()
        #expect(pages.map(\.positions.count) == [CatalogImport.pageRowsMax, CatalogImport.pageRowsMax, 3])
        #expect(try pages.flatMap(Self.foods) == (0..<count).map(StubReader.food))
        #expect(pages.flatMap(\.positions).map(\.line) == Array(2..<count + 2))
        #expect(builder.finish().isEmpty)
    }

    @Test func `a page is full at its greatest size, and is sent unchanged`() throws {
        var builder = PageBuilder()
        var food = StubReader.food(1)
        food.ingredients = String(repeating: "x", count: 250_000)
        var sent: [FoodPage] = []
        for line in 2...6 { sent += [builder.add(food, of: "x", at: Self.position(line)).page].compactMap(\.self) }
        sent += builder.finish()
        #expect(sent.map(\.positions.count) == [2, 2, 1])
        #expect(sent.allSatisfy { $0.bytes.count <= CatalogImport.pageBytesMax })
        let request = sent[0].request
        #expect(request.source == "x")
        #expect(Base64.bytes(request.base64) == sent[0].bytes)
    }

    @Test func `alternating sources get separate pages, and the number of unfinished pages is limited`() throws {
        var builder = PageBuilder()
        var sent: [FoodPage] = []
        let sources = (0..<PageBuilder.openMax + 3).map { "source\($0)" }
        for number in 0..<1_000 {
            let source = sources[number % sources.count]
            let (page, refusal) = builder.add(StubReader.food(number), of: source, at: Self.position(number))
            #expect(refusal == nil)
            if let page { sent.append(page) }
        }
        let rest = builder.finish()
        #expect(rest.count == PageBuilder.openMax)
        var lines: [Int] = []
        for page in sent + rest {
            for (food, position) in zip(try Self.foods(page), page.positions) {
                #expect(food == StubReader.food(position.line))
                #expect(page.source == sources[position.line % sources.count])
                lines.append(position.line)
            }
        }
        #expect(lines.sorted() == Array(0..<1_000))
    }

    @Test func `a row that fits into no page is refused, and earlier rows are not lost`() throws {
        var builder = PageBuilder()
        var long = StubReader.food(2)
        long.ingredients = String(repeating: "x", count: CatalogImport.pageBytesMax)
        var many = StubReader.food(3)
        many.portions = Array(repeating: Portion(name: "cup", grams: 1), count: ImportPage.listMax + 1)
        _ = builder.add(StubReader.food(1), of: "x", at: Self.position(1))
        let first = builder.add(long, of: "x", at: Self.position(2))
        #expect(first.page?.positions == [Self.position(1)])
        #expect(first.refusal == RowRefusal("is longer than 600 kilobytes"))
        let second = builder.add(many, of: "x", at: Self.position(3))
        #expect(second.page == nil)
        #expect(second.refusal == RowRefusal("has more than 1000 names, or as many portions"))
        _ = builder.add(StubReader.food(4), of: "x", at: Self.position(4))
        #expect(builder.finish().map(\.positions) == [[Self.position(4)]])
    }
}
