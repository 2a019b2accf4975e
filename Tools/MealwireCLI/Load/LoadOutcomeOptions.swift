import ArgumentParser
import CommandSupport
import Contracts
import FoundationEssentials
import Glibc
import LoadGenerator

/// The reports of a run, and its limits.
struct LoadOutcomeOptions: ParsableArguments {
    @Option(
        name: .customLong("limit"),
        help: ArgumentHelp("A limit; repeatable: \(LoadLimit.forms).", valueName: "limit")
    )
    var limitTexts: [String] = []

    @Option(
        name: .customLong("json"),
        help: ArgumentHelp("Write the complete result to this file as JSON.", valueName: "file")
    )
    var jsonReport: String?

    @Option(
        name: .customLong("html"),
        help: ArgumentHelp("Write a report with charts to this file.", valueName: "file")
    )
    var htmlReport: String?

    @Flag(help: "Hide the progress.")
    var quiet = false

    func limits() throws -> [LoadLimit] { try limitTexts.map { text in try LoadLimit(text) } }

    /// Checks that the reports can be written, before a long run is lost.
    func checkFiles() throws {
        for path in [jsonReport, htmlReport].compactMap(\.self) {
            let directory = path.lastIndex(of: "/").map { path[...$0] } ?? "."
            guard access(String(directory), W_OK) == 0 else {
                throw CommandFailure("\(path) cannot be written: \(systemReason()).")
            }
        }
    }

    func write(_ report: LoadReport) throws {
        if let jsonReport { try Self.write(PrettyJSON.text(try PayloadCoder.encode(report)) + "\n", to: jsonReport) }
        if let htmlReport { try Self.write(LoadPage(report).html, to: htmlReport) }
    }

    private static func write(_ text: String, to path: String) throws {
        do {
            try Data(text.utf8).write(to: URL(filePath: path), options: .atomic)
        } catch {
            throw CommandFailure("\(path) cannot be written: \(error)")
        }
    }
}
