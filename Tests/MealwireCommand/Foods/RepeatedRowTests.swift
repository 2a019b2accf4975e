import Contracts
import FoodFormats
import MealwireCommand
import Synchronization
import Testing

/// Rows of one id in one import.
@Suite(.timeLimit(.minutes(2)))
struct RepeatedRowTests {
    private static let page = CatalogImport.pageRowsMax

    /// A reader of so many rows, of which some have the id of an earlier one and another name.
    private static func rows(
        _ count: Int,
        _ repeated: [Int: Int],
        source: @escaping @Sendable (Int) -> String = { _ in "test" }
    )
        -> StandInReader
    {
        StandInReader(count: count) { number in
            guard number < count else { return .end }
            var food = StandInReader.food(repeated[number] ?? number)
            if repeated[number] != nil { food.name = "Later \(number)" }
            return .row(SourceRow(source: source(number), file: "test.csv", line: number + 2, outcome: .success(food)))
        }
    }

    @Test func `the last of an id counts however pages overtake each other, and each is told`() async throws {
        try await ImportFixture.run { fixture in
            let catalogue = fixture.catalogue
            let repeated = [Self.page + 1: 5, 2 * Self.page + 9: Self.page + 7]
            // The first page is stored behind the second one, unless that one waits for it.
            let report = ImportReport(ifNeededAt: [fixture.reportPath])
            let session = fixture.session(
                Self.rows(3 * Self.page, repeated),
                report: report,
                call: { (page) async throws(ServiceError) in
                    try await catalogue.call { (number) async throws(ServiceError) in
                        let end = ContinuousClock.now + .seconds(5)
                        while number == 1, catalogue.state.pages.isEmpty, .now < end { await Task.yield() }
                        return try catalogue.take(page)
                    }
                }
            )
            #expect(await session.run() == .complete)
            let foods = catalogue.state.foods
            #expect(foods.count == 3 * Self.page - 2)
            #expect(foods["test/5"]?.name == "Later \(Self.page + 1)")
            #expect(foods["test/\(Self.page + 7)"]?.name == "Later \(2 * Self.page + 9)")
            _ = report.close()
            let reason = "has the id of an earlier line, whose place it takes"
            let lines = repeated.keys.sorted().map { "test.csv,\($0 + 2),\"\(reason)\"" }
            #expect(fixture.report.split(separator: "\n").map(String.init) == ["file,line,reason"] + lines)
            let notes = session.ledger.state.tally.notes
            #expect(notes.contains { $0.hasPrefix("Rows with the id of an earlier line: 2;") }, "\(notes)")
        }
    }

    @Test func `the same id of two sources are two foods, and nothing is told of them`() async throws {
        try await ImportFixture.run { fixture in
            let reader = Self.rows(100, [50: 5]) { $0 == 50 ? "other" : "test" }
            let summary = await fixture.summary(reader)
            #expect((summary.taken, summary.changed, summary.notes.count) == (100, 0, 0))
            #expect(summary.report == nil)
        }
    }

    /// Turns of other tasks that a call leaves for a page that does not wait for it; any number above some is enough.
    private static let yields = 100

    @Test func `a food's own id is one in all sources, of which the last row counts`() async throws {
        try await ImportFixture.run { fixture in
            let id = FoodID.make()
            let answered = Mutex<[String]>([])
            // For each row, how many pages were answered when it was read.
            let answeredBefore = Mutex<[Int]>([])
            let reader = StandInReader(count: 3) { number in
                answeredBefore.withLock { $0.append(answered.withLock(\.count)) }
                guard number < 3 else { return .end }
                var food = StandInReader.food(number)
                food.id = id
                return .row(
                    SourceRow(source: "source\(number)", file: "test.csv", line: number + 2, outcome: .success(food))
                )
            }
            let catalogue = fixture.catalogue
            let session = fixture.calling(reader) { (page) async throws(ServiceError) in
                for _ in 0..<Self.yields { await Task.yield() }
                let reply = try catalogue.take(page)
                answered.withLock { $0.append(page.source) }
                return reply
            }
            #expect(await session.run() == .complete)
            #expect(answered.withLock { $0 } == ["source0", "source1", "source2"])
            // The row behind a repetition is read once the earlier row of its id is answered, and not before.
            #expect(answeredBefore.withLock { $0 } == [0, 0, 1, 2])
        }
    }
}
