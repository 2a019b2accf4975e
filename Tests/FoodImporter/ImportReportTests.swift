import CommandSupport
import FoodImporter
import Foundation
import TestSupport
import Testing

/// The report of refused rows.
@Suite struct ImportReportTests {
    private static let position = RowPosition(file: "a.csv", line: 2)

    @Test func `fields with special characters are quoted`() {
        let position = RowPosition(file: #"my "own", foods.csv"#, line: 7)
        #expect(ReportLine.text(position, "two\nlines") == "\"my \"\"own\"\", foods.csv\",7,\"two\nlines\"\n")
        #expect(ReportLine.text(Self.position, "has no energy") == "a.csv,2,has no energy\n")
    }

    @Test func `the default path is beside the first file, with the current directory as a fallback`() {
        #expect(ReportPaths.usual(for: "/a/b.csv") == ["/a/b.csv.import-report.csv", "b.csv.import-report.csv"])
        #expect(ReportPaths.usual(for: "/a/fdc//") == ["/a/fdc.import-report.csv", "fdc.import-report.csv"])
        #expect(ReportPaths.usual(for: "b.csv") == ["b.csv.import-report.csv"])
    }

    @Test func `the next path is used if the first one is not writable`() async throws {
        try await ImportFixture.run { fixture in
            let report = ImportReport(ifNeededAt: ["/nowhere/r.csv", fixture.reportPath])
            report.add(Self.position, "is bad")
            #expect(report.close() == ImportReport.Outcome(path: fixture.reportPath, failure: nil))
            #expect(fixture.report == "file,line,reason\na.csv,2,is bad\n")
        }
    }

    @Test func `a requested report exists even without rows, and ignores rows after its end`() async throws {
        try await ImportFixture.run { fixture in
            try Data("old".utf8).write(to: URL(filePath: fixture.reportPath))
            let report = try ImportReport(at: fixture.reportPath)
            #expect(report.close().path == fixture.reportPath)
            report.add(Self.position, "is late")
            #expect(fixture.report == "file,line,reason\n")
            #expect(throws: CommandFailure.self) { _ = try ImportReport(at: "/nowhere/r.csv") }
        }
    }

    @Test func `only reports of earlier imports are removed`() async throws {
        try await ImportFixture.run { fixture in
            let other = fixture.directory.file("other")
            try Data("file,line,reason\na.csv,2,is bad\n".utf8).write(to: URL(filePath: fixture.reportPath))
            try Data("file,line\n".utf8).write(to: URL(filePath: other))
            ReportPaths.removeOld([fixture.reportPath, other, fixture.directory.path, "/nowhere/r.csv"])
            #expect(try FileManager.default.contentsOfDirectory(atPath: fixture.directory.path) == ["other"])
        }
    }

    @Test func `a full disk is reported and does not end the import`() async throws {
        try await ImportFixture.run { fixture in
            let reader = StubReader(count: 1) { number in
                if number >= 5_000 { return .end }
                return .row(number < 4_000 ? StubReader.badRow(number, "is bad") : StubReader.row(number))
            }
            let report = try ImportReport(at: "/dev/full")
            let session = fixture.session(reader, report: report)
            let ending = await session.run()
            #expect(ending == .complete)
            let outcome = report.close()
            #expect(outcome.failure == "The report /dev/full cannot be written on: No space left on device.")
            let summary = ImportSummary(ending, session.status.state.counts, outcome, seconds: 1)
            #expect(summary.added == 1_000)
            #expect(summary.refused == 4_000)
            #expect(SummaryText.text(summary).contains("No space left on device"))
            let unwritable = ImportReport(ifNeededAt: ["/nowhere/r.csv"])
            unwritable.add(Self.position, "is bad")
            #expect(unwritable.close().failure?.contains("No such file") == true)
        }
    }
}
