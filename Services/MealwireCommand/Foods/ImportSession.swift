import Contracts
package import FoodFormats
import Messaging
import Synchronization

/// An import: a thread reads, a few pages are under way to the catalogue, and a ledger knows what became of the rows.
///
/// Reading, sending and storing overlap, and never more rows are in memory than those few pages hold.
package final class ImportSession: Sendable {
    /// Opens the files, and tells now and then how far it has come while that takes long.
    package typealias Open =
        @Sendable (_ note: @escaping @Sendable (ReadProgress) -> Void) throws(SourceFailure) -> any FoodReader

    /// Pages under way: two are stored in one commit, one is decoded meanwhile, one arrives.
    ///
    /// With three, the catalogue's writer waited for pages two fifths of the time. More would only wait in its queue, in front
    /// of those whom the catalogue serves besides.
    package static let pagesUnderWayMax = 4
    /// How long reading has to come to its end when the import is stopped.
    ///
    /// A row takes no time, but a pipe may be silent for
    /// ever, and what is sorted on a disk may take minutes.
    private static let readingEndMs = 2_000

    package let ledger = ImportLedger()
    private let open: Open
    private let report: ImportReport
    private let sender: PageSender
    private let unanswered = UnansweredRows()
    private let gate = PageGate(places: ImportSession.pagesUnderWayMax)
    private let pages: AsyncStream<FoodPage>
    private let feed: AsyncStream<FoodPage>.Continuation
    private let unreadable = Mutex<SourceFailure?>(nil)
    /// Says that nothing more is to be read.
    private let over: AsyncStream<Void>
    private let overFeed: AsyncStream<Void>.Continuation

    /// Makes an import, not yet begun.
    ///
    /// - Parameters:
    ///   - open: Opens the files.
    ///   - report: Takes the rows that were not taken.
    ///   - pause: Waits before a page is sent again.
    ///   - call: Sends a page to the catalogue, once.
    package init(
        open: @escaping Open,
        report: ImportReport,
        pause: @escaping PageSender.Pause = ImportSession.sleep(milliseconds:),
        call: @escaping PageSender.Call
    ) {
        self.open = open
        self.report = report
        sender = PageSender(ledger: ledger, pause: pause, call: call)
        (pages, feed) = AsyncStream.makeStream()
        (over, overFeed) = AsyncStream.makeStream()
    }

    /// Waits, unless the task is cancelled.
    package static func sleep(milliseconds: Int) async {
        try? await Task.sleep(for: .milliseconds(milliseconds))
    }

    /// Reads no more, and lets ``run()`` return when the pages under way are answered.
    package func stop() { end(.stopped) }

    private func end(_ ending: ImportEnding) {
        ledger.end(ending)
        overFeed.yield()
    }

    /// Runs the import to its end.
    ///
    /// - Returns: How it ended; the ledger knows the rest.
    package func run() async -> ImportEnding {
        OwnThread.start { [self] in read() }
        await withDiscardingTaskGroup { group in
            group.addTask { await self.endReadingSoon() }
            await withDiscardingTaskGroup { deliveries in
                for await page in pages { deliveries.addTask { await self.deliver(page) } }
            }
            group.cancelAll()
        }
        ledger.end(unreadable.withLock { $0 }.map { .unreadable($0.description) } ?? .complete)
        return ledger.state.ending ?? .complete
    }

    /// When all is over, waits for no reader that does not come back.
    private func endReadingSoon() async {
        for await _ in over {
            await Self.sleep(milliseconds: Self.readingEndMs)
            return feed.finish()
        }
    }

    private func read() {
        let reading = RowReading(
            open: open,
            gate: gate,
            ledger: ledger,
            report: report,
            unanswered: unanswered
        ) { [feed, gate] page in
            // Nobody takes pages any more from a reader that came back too late.
            if case .terminated = feed.yield(page) { gate.leave() }
        }
        do throws(SourceFailure) {
            try reading.run()
        } catch {
            unreadable.withLock { $0 = error }
        }
        feed.finish()
    }

    private func deliver(_ page: FoodPage) async {
        defer {
            unanswered.remove(page)
            gate.leave()
        }
        do throws(ServiceError) {
            let reply = try await sender.send(page)
            for row in reply.refused {
                if let place = page.place(of: row) { report.add(place, row.reason) }
            }
            ledger.add(reply)
        } catch {
            end(.refused(error.message))
        }
    }
}
