import Contracts
import FoodFormats
import MealwireCommand
import Synchronization
import Testing

/// Rows of one id in one import.
@Suite(.timeLimit(.minutes(2)))
struct RepeatedRowTests {
    private static let page = CatalogImport.pageRowsMax
    /// Turns of others, in which a reader that does not wait reads on.
    private static let turns = 2_000

    /// What the reader was asked for, and whether it was asked too early.
    private final class Reading: Sendable {
        private let state = Mutex((asked: -1, isEarly: false))

        var asked: Int { state.withLock { $0.asked } }
        var isEarly: Bool { state.withLock { $0.isEarly } }

        /// Notes that a row is asked for.
        ///
        /// - Parameters:
        ///   - number: The row.
        ///   - isEarly: Whether an earlier row should have been answered before.
        func ask(_ number: Int, isEarly: Bool) {
            state.withLock { $0 = (max($0.asked, number), $0.isEarly || isEarly) }
        }

        /// Waits until a row was asked for, then gives the reader time to go on, unless it does.
        func wait(until number: Int) async {
            while asked < number { await Task.yield() }
            for _ in 0..<RepeatedRowTests.turns where asked == number { await Task.yield() }
        }
    }

    /// A reader of so many rows, of which some have the id of an earlier one and another name.
    private static func rows(
        _ count: Int,
        _ repeated: [Int: Int],
        source: @escaping @Sendable (Int) -> String = { _ in "test" },
        asking: @escaping @Sendable (Int) -> Void = { _ in }
    ) -> StandInReader {
        StandInReader(count: count) { number in
            asking(number)
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
            let report = ImportReport(ifNeededAt: [fixture.reportPath])
            let reading = Reading()
            let session = fixture.session(
                Self.rows(
                    3 * Self.page,
                    repeated,
                    asking: { number in
                        // The row before repeats one of the first page.
                        let isEarly = number == Self.page + 2 && catalogue.state.foods["test/5"] == nil
                        reading.ask(number, isEarly: isEarly)
                    }
                ),
                report: report,
                call: { (page) async throws(ServiceError) in
                    try await catalogue.call { (number) async throws(ServiceError) in
                        // The first page is answered late.
                        if number == 1 { await reading.wait(until: Self.page + 1) }
                        return try catalogue.take(page)
                    }
                }
            )
            #expect(await session.run() == .complete)
            #expect(!reading.isEarly, "a row was read on before the earlier one of its id was answered")
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

    @Test func `a food's own id is one in all sources, of which the last row counts`() async throws {
        try await ImportFixture.run { fixture in
            let id = FoodID.make()
            let reading = Reading()
            let order = Mutex<[String]>([])
            let reader = StandInReader(count: 3) { number in
                // The row before has the id of the first one.
                reading.ask(number, isEarly: number == 2 && !order.withLock { $0.contains("source0") })
                guard number < 3 else { return .end }
                var food = StandInReader.food(number)
                food.id = id
                return .row(
                    SourceRow(source: "source\(number)", file: "test.csv", line: number + 2, outcome: .success(food))
                )
            }
            let catalogue = fixture.catalogue
            let session = fixture.calling(reader) { (page) async throws(ServiceError) in
                // The first page is answered late.
                if page.source == "source0" { await reading.wait(until: 1) }
                let reply = try catalogue.take(page)
                order.withLock { $0.append(page.source) }
                return reply
            }
            #expect(await session.run() == .complete)
            #expect(order.withLock { $0 } == ["source0", "source1", "source2"])
            #expect(!reading.isEarly, "a row was read on before the earlier one of its id was answered")
        }
    }
}
