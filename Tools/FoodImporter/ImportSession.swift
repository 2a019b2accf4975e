import Contracts
package import FoodFormats
import Synchronization
import Threading

/// Runs an import: one thread reads rows, and tasks send pages of them to the catalog.
///
/// Reading, sending and storing overlap. Memory holds at most the rows of the pages in flight.
package final class ImportSession: Sendable {
    /// Opens the files, and reports the progress while that takes long.
    package typealias Open =
        @Sendable (_ onProgress: @escaping @Sendable (ReadProgress) -> Void) throws(SourceFailure) -> any FoodReader

    /// The number of pages in flight: two are stored in one commit, one is decoded meanwhile, one arrives.
    ///
    /// With three, the catalog's writer waited for pages two fifths of the time.
    /// More pages would only wait in its queue and delay other requests to the catalog.
    package static let pagesInFlightMax = 4
    /// How long a stopped import waits for the reader, in milliseconds.
    ///
    /// Reading a row takes no time, but a pipe may never deliver data, and sorting on disk may take minutes.
    private static let readingTimeoutMs = 2_000

    package let status = ImportStatus()
    private let open: Open
    private let report: ImportReport
    private let sender: PageSender
    private let unanswered = UnansweredRows()
    private let gate = PageGate(slots: ImportSession.pagesInFlightMax)
    private let pages: AsyncStream<FoodPage>
    private let pageContinuation: AsyncStream<FoodPage>.Continuation
    private let unreadable = Mutex<SourceFailure?>(nil)
    /// Signals that no more rows are read.
    private let over: AsyncStream<Void>
    private let overContinuation: AsyncStream<Void>.Continuation

    /// Creates an import that has not started.
    ///
    /// - Parameters:
    ///   - open: Opens the files.
    ///   - report: Receives the refused rows.
    ///   - pause: Waits before a page is sent again.
    ///   - call: Sends a page to the catalog, once.
    package init(
        open: @escaping Open,
        report: ImportReport,
        pause: @escaping PageSender.Pause = ImportSession.sleep(milliseconds:),
        call: @escaping PageSender.Call
    ) {
        self.open = open
        self.report = report
        sender = PageSender(status: status, pause: pause, call: call)
        (pages, pageContinuation) = AsyncStream.makeStream()
        (over, overContinuation) = AsyncStream.makeStream()
    }

    /// Waits for a time, or until the task is cancelled.
    package static func sleep(milliseconds: Int) async {
        try? await Task.sleep(for: .milliseconds(milliseconds))
    }

    /// Stops reading.
    ///
    /// ``run()`` returns when the pages in flight are answered.
    package func stop() { end(.stopped) }

    private func end(_ ending: ImportEnding) {
        status.end(ending)
        overContinuation.yield()
    }

    /// Runs the import to its end.
    ///
    /// - Returns: How it ended. The status has the details.
    package func run() async -> ImportEnding {
        OSThread.start { [self] in read() }
        await withDiscardingTaskGroup { group in
            group.addTask { await self.endReadingAfterTimeout() }
            await withDiscardingTaskGroup { deliveries in
                for await page in pages { deliveries.addTask { await self.deliver(page) } }
            }
            group.cancelAll()
        }
        status.end(unreadable.withLock { $0 }.map { .unreadable($0.description) } ?? .complete)
        return status.state.ending ?? .complete
    }

    /// After the end of the import, stops waiting for a reader that does not return.
    private func endReadingAfterTimeout() async {
        for await _ in over {
            await Self.sleep(milliseconds: Self.readingTimeoutMs)
            return pageContinuation.finish()
        }
    }

    private func read() {
        let reading = RowReading(
            open: open,
            gate: gate,
            status: status,
            report: report,
            unanswered: unanswered
        ) { [pageContinuation, gate] page in
            // The stream has ended if the reader returned too late.
            if case .terminated = pageContinuation.yield(page) { gate.leave() }
        }
        do throws(SourceFailure) {
            try reading.run()
        } catch {
            unreadable.withLock { $0 = error }
        }
        pageContinuation.finish()
    }

    private func deliver(_ page: FoodPage) async {
        defer {
            unanswered.remove(page)
            gate.leave()
        }
        do throws(ServiceError) {
            let reply = try await sender.send(page)
            for row in reply.refused {
                if let position = page.position(of: row) { report.add(position, row.reason) }
            }
            status.add(reply)
        } catch {
            end(.refused(error.message))
        }
    }
}
