import Contracts
import FoodFormats
import FoodImporter
import Foundation
import TestSupport
import Testing

/// Imports into an in-memory catalog, with a report in a temporary directory.
struct ImportFixture {
    let directory: TemporaryDirectory
    let catalog = FakeCatalog()

    var reportPath: String { directory.file("test.csv.import-report.csv") }
    var report: String { (try? String(contentsOfFile: reportPath, encoding: .utf8)) ?? "" }

    static func run(_ body: (ImportFixture) async throws -> Void) async throws {
        let directory = try TemporaryDirectory()
        defer { directory.remove() }
        try await body(ImportFixture(directory: directory))
    }

    /// Creates an import of a reader; without a `call`, every page is stored at once.
    func session(
        _ reader: StubReader,
        report: ImportReport? = nil,
        pause: @escaping PageSender.Pause = { _ in },
        call: PageSender.Call? = nil
    ) -> ImportSession {
        let catalog = catalog
        let store: PageSender.Call = { (page) async throws(ServiceError) in try catalog.store(page) }
        return ImportSession(
            open: { (_) throws(SourceFailure) in reader },
            report: report ?? ImportReport(ifNeededAt: [reportPath]),
            pause: pause,
            call: call ?? store
        )
    }

    /// Creates an import that passes pages to `call`.
    func calling(_ reader: StubReader, _ call: @escaping PageSender.Call) -> ImportSession {
        session(reader, call: call)
    }

    /// Runs an import to its end.
    func summary(_ reader: StubReader) async -> ImportSummary {
        let report = ImportReport(ifNeededAt: [reportPath])
        let session = session(reader, report: report)
        let ending = await session.run()
        return ImportSummary(ending, session.status.state.counts, report.close(), seconds: 2)
    }

    /// Returns a failure of a real reader, because its initializer is not accessible.
    static func failure() -> SourceFailure? {
        do throws(SourceFailure) {
            _ = try FoodReaders.open(.catalog, files: ["/nowhere/to-be-found.csv"])
            return nil
        } catch {
            return error
        }
    }
}

/// Blocks calls until a test opens it.
actor CallBarrier {
    private var waiting: [CheckedContinuation<Void, Never>] = []
    private var isOpen = false

    var waitingCount: Int { waiting.count }

    func pass() async {
        if !isOpen { await withCheckedContinuation { waiting.append($0) } }
    }

    func open() {
        isOpen = true
        for continuation in waiting { continuation.resume() }
        waiting = []
    }
}
