import Contracts
import FoodFormats
import FoodImporter
import Synchronization
import TestSupport
import Testing

/// Several rows with one id in one import.
@Suite(.timeLimit(.minutes(5)))
struct RepeatedRowTests {
    private static let page = CatalogImport.pageRowsMax
    /// The number of yields during which a reader that does not wait would read on.
    private static let turns = 2_000

    /// Records which row the reader was asked for, and whether it was asked too early.
    private final class Reading: Sendable {
        private let state = Mutex((asked: -1, isEarly: false))

        var asked: Int { state.withLock { $0.asked } }
        var isEarly: Bool { state.withLock { $0.isEarly } }

        /// Records that a row is requested.
        ///
        /// - Parameters:
        ///   - number: The index of the row.
        ///   - isEarly: Whether an earlier row should have been answered before.
        func ask(_ number: Int, isEarly: Bool) {
            state.withLock { $0 = (max($0.asked, number), $0.isEarly || isEarly) }
        }

        /// Waits until a row was requested, then yields so that the reader may go on.
        func wait(until number: Int) async {
            while asked < number { await Task.yield() }
            for _ in 0..<RepeatedRowTests.turns where asked == number { await Task.yield() }
        }
    }

    /// Creates a reader of `count` rows, some of which have the id of an earlier row and another name.
    private static func rows(
        _ count: Int,
        _ repeated: [Int: Int],
        source: @escaping @Sendable (Int) -> String = { _ in "test" },
        asking: @escaping @Sendable (Int) -> Void = { _ in }
    ) -> StubReader {
        StubReader(count: count) { number in
            asking(number)
            guard number < count else { return .end }
            var food = StubReader.food(repeated[number] ?? number)
            if repeated[number] != nil { food.name = "Later \(number)" }
            return .row(SourceRow(source: source(number), file: "test.csv", line: number + 2, outcome: .success(food)))
        }
    }

    @Test func `the last row of an id counts in any order of pages, and each repetition is reported`() async throws {
        try await ImportFixture.run { fixture in
            let catalog = fixture.catalog
            let repeated = [Self.page + 1: 5, 2 * Self.page + 9: Self.page + 7]
            let report = ImportReport(ifNeededAt: [fixture.reportPath])
            let reading = Reading()
            let session = fixture.session(
                Self.rows(
                    3 * Self.page,
                    repeated,
                    asking: { number in
                        // The previous row repeats one of the first page.
                        let isEarly = number == Self.page + 2 && catalog.state.foods["test/5"] == nil
                        reading.ask(number, isEarly: isEarly)
                    }
                ),
                report: report,
                call: { (page) async throws(ServiceError) in
                    try await catalog.call { (number) async throws(ServiceError) in
                        // The first page is answered late.
                        if number == 1 { await reading.wait(until: Self.page + 1) }
                        return try catalog.store(page)
                    }
                }
            )
            #expect(await session.run() == .complete)
            #expect(!reading.isEarly, "a row was read on before the earlier one of its id was answered")
            let foods = catalog.state.foods
            #expect(foods.count == 3 * Self.page - 2)
            #expect(foods["test/5"]?.name == "Later \(Self.page + 1)")
            #expect(foods["test/\(Self.page + 7)"]?.name == "Later \(2 * Self.page + 9)")
            _ = report.close()
            let reason = "has the id of an earlier line, which it replaces"
            let lines = repeated.keys.sorted().map { "test.csv,\($0 + 2),\"\(reason)\"" }
            #expect(fixture.report.split(separator: "\n").map(String.init) == ["file,line,reason"] + lines)
            let notes = session.status.state.counts.notes
            #expect(notes.contains { $0.hasPrefix("Rows with the id of an earlier line: 2;") }, "\(notes)")
        }
    }

    @Test func `equal ids of two sources are two foods, and are not reported`() async throws {
        try await ImportFixture.run { fixture in
            let reader = Self.rows(100, [50: 5]) { $0 == 50 ? "other" : "test" }
            let summary = await fixture.summary(reader)
            #expect((summary.added, summary.changed, summary.notes.count) == (100, 0, 0))
            #expect(summary.report == nil)
        }
    }

    @Test func `a food's own id is unique across sources, and its last row counts`() async throws {
        try await ImportFixture.run { fixture in
            let id = FoodID.make()
            let reading = Reading()
            let order = Recorder<String>()
            let reader = StubReader(count: 3) { number in
                // The previous row has the id of the first one.
                reading.ask(number, isEarly: number == 2 && !order.values.contains("source0"))
                guard number < 3 else { return .end }
                var food = StubReader.food(number)
                food.id = id
                return .row(
                    SourceRow(source: "source\(number)", file: "test.csv", line: number + 2, outcome: .success(food))
                )
            }
            let catalog = fixture.catalog
            let session = fixture.calling(reader) { (page) async throws(ServiceError) in
                // The first page is answered late.
                if page.source == "source0" { await reading.wait(until: 1) }
                let reply = try catalog.store(page)
                order.record(page.source)
                return reply
            }
            #expect(await session.run() == .complete)
            #expect(order.values == ["source0", "source1", "source2"])
            #expect(!reading.isEarly, "a row was read on before the earlier one of its id was answered")
        }
    }
}
