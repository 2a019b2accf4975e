import Contracts
import Dispatch
import FoodFormats
import FoodImporter
import Foundation
import TestSupport
import Testing

/// Imports from the first row to the last.
@Suite(.timeLimit(.minutes(5)))
struct ImportSessionTests {
    private static let page = CatalogImport.pageRowsMax

    @Test func `all rows are stored once, and a second import leaves them unchanged`() async throws {
        try await ImportFixture.run { fixture in
            let count = 3 * Self.page + 17
            let first = await fixture.summary(.rows(count))
            #expect(first.outcome == "complete")
            #expect(first.rows == count)
            #expect(first.added == count)
            #expect(first.unanswered == 0)
            #expect(first.refused == 0)
            #expect(first.omitted == ["sample": count / 10])
            #expect(fixture.catalog.state.pages.sorted() == [17, Self.page, Self.page, Self.page])
            let again = await fixture.summary(.rows(count))
            #expect(again.added == 0)
            #expect(again.changed == 0)
            #expect(again.unchanged == count)
            #expect(fixture.catalog.state.foods.count == count)
            #expect(again.report == nil)
            #expect(!FileManager.default.fileExists(atPath: fixture.reportPath))
        }
    }

    @Test func `rows refused by the reader or the catalog are reported with their lines`() async throws {
        try await ImportFixture.run { fixture in
            let reader = StubReader(count: 2 * Self.page) { number in
                guard number < 2 * Self.page else { return .end }
                if number == 5 { return .row(StubReader.badRow(5, "kcal is \"none\", which is no number")) }
                var food = StubReader.food(number)
                if number == 100 || number == Self.page + 9 { food.name = "Bad" }
                if number == 200 { food.name = "Odd" }
                return .row(SourceRow(source: "test", file: "a,b.csv", line: number + 2, outcome: .success(food)))
            }
            let summary = await fixture.summary(reader)
            #expect(summary.refused == 3)
            #expect(summary.added == 2 * Self.page - 3)
            #expect(summary.flagged == 1)
            #expect(summary.flags == ["energyMismatch": 1])
            #expect(summary.reasons.map(\.reason) == ["is bad", #"kcal is "none", which is no number"#])
            #expect(summary.reasons.map(\.count) == [2, 1])
            #expect(summary.report == fixture.reportPath)
            let lines = fixture.report.split(separator: "\n").map(String.init)
            let expected = [
                "file,line,reason", #"test.csv,7,"kcal is ""none"", which is no number""#,
                #""a,b.csv",102,is bad"#, #""a,b.csv",\#(Self.page + 11),is bad"#,
            ]
            #expect(lines.first == expected.first)
            #expect(lines.sorted() == expected.sorted())
        }
    }

    @Test func `the number of pages in flight and rows read ahead is limited`() async throws {
        try await ImportFixture.run { fixture in
            let barrier = CallBarrier()
            let read = Counter()
            let pages = 12
            let reader = StubReader(count: 1) { number in
                read.raise(to: number)
                return number < pages * Self.page ? .row(StubReader.row(number)) : .end
            }
            let catalog = fixture.catalog
            let session = fixture.calling(reader) { (page) async throws(ServiceError) in
                try await catalog.call { (_) async throws(ServiceError) in
                    await barrier.pass()
                    return try catalog.store(page)
                }
            }
            async let ending = session.run()
            let under = ImportSession.pagesInFlightMax
            try await eventually("pages wait", is: under) { await barrier.waitingCount }
            try await eventually("one more page is read", is: (under + 1) * Self.page) { read.value }
            #expect(catalog.state.calls == under)
            await barrier.open()
            #expect(await ending == .complete)
            #expect(catalog.state.underWayMost == under)
            #expect(catalog.state.foods.count == pages * Self.page)
            #expect(read.value == pages * Self.page)
        }
    }

    @Test func `a page is sent again if its reply is lost, and its rows are stored once`() async throws {
        try await ImportFixture.run { fixture in
            let catalog = fixture.catalog
            let pauses = Recorder<Int>()
            let session = fixture.session(
                .rows(100),
                pause: { pause in pauses.record(pause) },
                call: { (page) async throws(ServiceError) in
                    try await catalog.call { (number) async throws(ServiceError) in
                        if number == 1 { throw ServiceError(.unavailable, "No instance answers.") }
                        let reply = try catalog.store(page)
                        if number == 2 { throw ServiceError(.overloaded, "The answer is lost.") }
                        return reply
                    }
                }
            )
            #expect(await session.run() == .complete)
            let counts = session.status.state.counts
            #expect(counts.added == 0)
            #expect(counts.unchanged == 100)
            #expect(counts.pagesSentAgain == 2)
            #expect(catalog.state.foods.count == 100)
            #expect(pauses.values == [250, 500])
            #expect(session.status.state.trouble == nil)
        }
    }

    @Test func `a catalog that stays away or rejects a page ends the import with its message`() async throws {
        try await ImportFixture.run { fixture in
            for (code, calls) in [(ErrorCode.unavailable, 60), (.deadlineExceeded, 3), (.diskFull, 1), (.malformed, 1)]
            {
                let count = Counter()
                let session = fixture.calling(.rows(10)) { (_) async throws(ServiceError) in
                    count.increment()
                    throw ServiceError(code, "So it is.")
                }
                #expect(await session.run() == .refused("So it is."))
                #expect(count.value == calls, "\(code)")
                #expect(session.status.state.counts.unanswered == 10)
            }
        }
    }

    @Test func `after a rejected page reading stops, and pages in flight are counted`() async throws {
        try await ImportFixture.run { fixture in
            let catalog = fixture.catalog
            let endless = StubReader(count: 1) { .row(StubReader.row($0)) }
            let session = fixture.calling(endless) { (page) async throws(ServiceError) in
                try await catalog.call { (number) async throws(ServiceError) in
                    if number == 5 { throw ServiceError(.diskFull, "The disk is full.") }
                    return try catalog.store(page)
                }
            }
            #expect(await session.run() == .refused("The disk is full."))
            let counts = session.status.state.counts
            #expect(counts.added == catalog.state.foods.count)
            #expect(counts.added >= 4 * Self.page)
            #expect(counts.unanswered >= Self.page)
        }
    }

    @Test func `a stopped import waits for the pages in flight and sends no other`() async throws {
        try await ImportFixture.run { fixture in
            let (barrier, catalog) = (CallBarrier(), fixture.catalog)
            let endless = StubReader(count: 1) { .row(StubReader.row($0)) }
            let session = fixture.calling(endless) { (page) async throws(ServiceError) in
                try await catalog.call { (_) async throws(ServiceError) in
                    await barrier.pass()
                    return try catalog.store(page)
                }
            }
            async let ending = session.run()
            let under = ImportSession.pagesInFlightMax
            try await eventually("pages wait", is: under) { await barrier.waitingCount }
            session.stop()
            await barrier.open()
            #expect(await ending == .stopped)
            #expect(catalog.state.calls == under)
            #expect(session.status.state.counts.added == under * Self.page)
        }
    }

    @Test func `a stopped import does not wait for a reader that never returns`() async throws {
        try await ImportFixture.run { fixture in
            let silence = DispatchSemaphore(value: 0)
            let isReading = Flag()
            let silent = StubReader(count: 1) { number in
                if number < 3 { return .row(StubReader.row(number)) }
                isReading.raise()
                silence.wait()
                return .end
            }
            defer { silence.signal() }
            let session = fixture.session(silent)
            async let ending = session.run()
            try await eventually("the reader is silent") { isReading.isRaised }
            session.stop()
            #expect(await ending == .stopped)
            #expect(fixture.catalog.state.foods.isEmpty)
        }
    }

    @Test func `rows read before a truncated file ends are in the catalog`() async throws {
        try await ImportFixture.run { fixture in
            let failure = try #require(ImportFixture.failure())
            let count = Self.page + 10
            let summary = await fixture.summary(
                StubReader(count: count) { $0 < count ? .row(StubReader.row($0)) : .failure(failure) }
            )
            #expect(summary.outcome == "unreadable")
            #expect(summary.message == failure.description)
            #expect(summary.added == count)
            #expect(summary.rows == count)
            #expect(fixture.catalog.state.foods.count == count)
            let advice = try #require(SummaryText.advice(summary))
            #expect(advice.hasPrefix(failure.description))
            #expect(advice.contains("4,010 rows of this import are in the catalog"))
        }
    }

    @Test func `an import of files that cannot be opened ends before any page is sent`() async throws {
        let session = ImportSession(
            open: { (_) throws(SourceFailure) in
                try FoodReaders.open(.catalog, files: ["/nowhere/to-be-found.csv"])
            },
            report: ImportReport(ifNeededAt: []),
            call: { (_) async throws(ServiceError) in throw ServiceError(.internalError, "No call is expected.") }
        )
        let failure = try #require(ImportFixture.failure())
        #expect(await session.run() == .unreadable(failure.description))
    }
}
