import ArgumentParser
import CommandSupport
import FoodFormats
import FoodImporter

/// `mealwire foods import`.
struct FoodsImport: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "import",
        abstract: "Import foods from files, and update those of earlier imports.",
        discussion: """
            `mealwire foods formats` lists the formats. Each id of a source identifies one food, so an import may be \
            stopped with Ctrl-C and repeated. Doubtful foods are imported with a flag. Refused rows are written to a \
            report with line and reason. By default, the report is beside the first file if possible; it is not \
            created if no row was refused.

            The exit status is 0 if all files were read, even if rows were refused. It is 1 if the import failed or \
            its report is not complete, and 130 if the import was stopped.
            """
    )

    @Argument(help: "The format of the files; see `mealwire foods formats`.")
    var format: String

    @Argument(help: "Files or a directory; gzip and zip files are read directly.")
    var files: [String]

    @OptionGroup var reading: ReadingOptions

    @Option(help: "The report of refused rows. Default: <first file>.import-report.csv.")
    var report: String?

    @Flag(help: "Print the summary as JSON.")
    var json = false

    @OptionGroup var dataArgument: DataArgument

    func validate() throws {
        guard !files.isEmpty else { throw ValidationError("Name at least one file.") }
        guard report.map({ !files.contains($0) }) ?? true else {
            throw ValidationError("--report names one of the files to import.")
        }
    }

    func run() async throws {
        let data = try dataArgument.directory
        let run = ImportRun(
            format: try FormatList.format(named: format),
            files: files,
            options: try reading.options,
            report: try makeReport()
        )
        let summary = try await run.run(data)
        Console().write(json ? try summary.json() + "\n" : SummaryText.text(summary))
        let advice = SummaryText.advice(summary)
        if summary.outcome == ImportEnding.stopped.code {
            ProgressDisplay().say(advice ?? "")
            throw ExitCode(ImportSignals.exitStatus)
        }
        if let failure = advice ?? summary.reportFailure { throw CommandFailure(failure) }
    }

    private func makeReport() throws(CommandFailure) -> ImportReport {
        if let report { return try ImportReport(at: report) }
        let paths = ReportPaths.usual(for: files.first ?? "")
        ReportPaths.removeOld(paths)
        return ImportReport(ifNeededAt: paths)
    }
}
