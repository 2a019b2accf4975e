import CommandSupport
import Contracts
package import FoodFormats
import Glibc
import MessageBus
package import ServiceKit
import UnixSignals

/// Runs an import with its display and signal handling, and returns the summary.
package struct ImportRun: Sendable {
    /// A lower priority than that of the services, so that searches go first when processors are busy.
    private static let niceness: Int32 = 10

    package let format: FoodFormat
    package let files: [String]
    package let options: ReaderOptions
    package let report: ImportReport

    package init(format: FoodFormat, files: [String], options: ReaderOptions, report: ImportReport) {
        self.format = format
        self.files = files
        self.options = options
        self.report = report
    }

    /// Imports the files into a running stack.
    ///
    /// - Parameter data: The data directory of the stack.
    /// - Returns: The summary.
    /// - Throws: `CommandFailure` if no stack runs there.
    package func run(_ data: DataDirectory) async throws -> ImportSummary {
        // Must come before threads start: each inherits the value from the thread that starts it.
        _ = nice(Self.niceness)
        let start = Deadline.monotonicNanoseconds()
        return try await BusSession.run(data) { bus in
            let session = session(bus)
            let ending = await withTaskGroup { group in
                group.addTask { await ProgressDisplay().show(session.status, report) }
                group.addTask { await ImportSignals.handle { stop(session) } }
                let ending = await session.run()
                group.cancelAll()
                return ending
            }
            let seconds = Double(Deadline.elapsed(from: start, to: Deadline.monotonicNanoseconds())) / 1_000_000_000
            return ImportSummary(ending, session.status.state.counts, report.close(), seconds: seconds)
        }
    }

    private func session(_ bus: MessageBus) -> ImportSession {
        let opening = self
        return ImportSession(
            open: { (onProgress) throws(SourceFailure) in
                var options = opening.options
                options.whileWorking = onProgress
                return try FoodReaders.open(opening.format, files: opening.files, options: options)
            },
            report: report,
            call: { (page) async throws(ServiceError) in
                try await bus.call(page, .own(timeoutMs: CatalogImport.method.timeoutMs))
            }
        )
    }

    private func stop(_ session: ImportSession) {
        session.stop()
        ProgressDisplay().say("Stopping when the pages in flight are stored; press Ctrl-C again to stop at once.")
    }
}

/// Handles Ctrl-C during an import: the first one asks the import to stop, the second one ends the process.
package enum ImportSignals {
    /// The exit status that shells report for a command that Ctrl-C ended.
    package static let exitStatus: Int32 = 130

    /// Handles the signals until the task is cancelled.
    ///
    /// - Parameter onFirst: Asks the import to stop.
    package static func handle(onFirst: @Sendable () -> Void) async {
        var isSecond = false
        for await _ in await UnixSignalsSequence(trapping: .sigint, .sigterm) {
            if isSecond { _exit(exitStatus) }
            isSecond = true
            onFirst()
        }
    }
}
