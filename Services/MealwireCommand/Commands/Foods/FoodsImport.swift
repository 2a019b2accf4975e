import ArgumentParser
import FoodFormats

/// `mealwire foods import`.
struct FoodsImport: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "import",
        abstract: "Import foods from files; those of an earlier import are updated.",
        discussion: """
            `mealwire foods formats` lists the formats. One food is kept for each id of a source, so an import may be \
            stopped with Ctrl-C and run again. Doubtful foods are flagged, and taken. Rows that cannot be taken are \
            written to the report, with the line and the reason; it lies beside the first file if it can, and there is \
            none if no row was refused.

            The exit status is 0 if all files were read, even if rows were refused; 1 if the import could not go on or \
            its report is not complete; 130 if it was stopped.
            """
    )

    @Argument(help: "The format of the files; see `mealwire foods formats`.")
    var format: String

    @Argument(help: "Files, or a folder of them; gzip and zip as they come.")
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
            throw ValidationError("--report names a file that is to be imported.")
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
        if let failure = advice ?? summary.reportFailure { throw SetFailure(failure) }
    }

    private func makeReport() throws(SetFailure) -> ImportReport {
        if let report { return try ImportReport(at: report) }
        let paths = ReportPaths.usual(for: files.first ?? "")
        ReportPaths.removeOld(paths)
        return ImportReport(ifNeededAt: paths)
    }
}
