import Contracts
import FoodFormats
import Glibc
import Messaging
import ServiceKit

/// An import as a person sees it: it runs beside its display and the signals, and is summed up at its end.
struct ImportRun: Sendable {
    /// Lower than what serves people, whose searches go first where both want the processor; the import takes what is left.
    private static let niceness: Int32 = 10

    let format: FoodFormat
    let files: [String]
    let options: ReaderOptions
    let report: ImportReport

    /// Imports into a running set.
    ///
    /// - Parameter data: The set's directory.
    /// - Returns: The summary.
    /// - Throws: `SetFailure` if no set runs there.
    func run(_ data: DataDirectory) async throws -> ImportSummary {
        // Before there are threads: each one inherits it from whoever starts it.
        _ = nice(Self.niceness)
        let start = Deadline.monotonicNanoseconds()
        return try await BusSession.run(data) { bus in
            let session = session(bus)
            let ending = await withTaskGroup { group in
                group.addTask { await ProgressDisplay().show(session.ledger, report) }
                group.addTask { await ImportSignals.mind { stop(session) } }
                let ending = await session.run()
                group.cancelAll()
                return ending
            }
            let seconds = Double(Deadline.elapsed(from: start, to: Deadline.monotonicNanoseconds())) / 1_000_000_000
            return ImportSummary(ending, session.ledger.state.tally, report.close(), seconds: seconds)
        }
    }

    private func session(_ bus: MessageBus) -> ImportSession {
        let opening = self
        return ImportSession(
            open: { (note) throws(SourceFailure) in
                var options = opening.options
                options.whileWorking = note
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
        ProgressDisplay().say("Stopping when the pages under way are stored; Ctrl-C again ends it at once.")
    }
}
