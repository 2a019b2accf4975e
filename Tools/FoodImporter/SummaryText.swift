import CommandSupport

/// Formats the summary of an import for users.
package enum SummaryText {
    /// The greatest number of shown reasons and kinds.
    ///
    /// The report has all rows.
    private static let listMax = 10
    private static let indent = "  "

    /// Returns the summary on several lines, with a line feed at the end.
    package static func text(_ summary: ImportSummary) -> String {
        let notes = summary.notes.map { "Note: \($0)" }.joined(separator: "\n")
        let sections = [
            counts(summary),
            list("Flagged foods are imported, but rank lower:", summary.flags),
            list("Skipped on purpose:", summary.omitted),
            list("Why rows were refused:", summary.reasons.map { ($0.reason, $0.count) }),
            notes, again(summary), summary.report.map { reported(summary, at: $0) } ?? "",
            summary.reportFailure ?? "",
        ]
        return sections.filter { !$0.isEmpty }.joined(separator: "\n") + "\n"
    }

    /// Returns the message after an incomplete import, with advice.
    ///
    /// - Parameter summary: The summary of the import.
    /// - Returns: A few sentences; nil after a complete import.
    package static func advice(_ summary: ImportSummary) -> String? {
        guard let message = summary.message else { return nil }
        let rows = PlainNumber.counted(summary.inCatalog, "row")
        guard summary.inCatalog > 0 else { return "\(message) No row of this import is in the catalog." }
        return """
            \(message) \(rows) of this import \(summary.inCatalog == 1 ? "is" : "are") in the catalog. Run \
            the import again to continue: existing foods are updated and never duplicated.
            """
    }

    /// Returns the line about the report, which may contain nothing but repeated rows.
    private static func reported(_ summary: ImportSummary, at path: String) -> String {
        summary.refused > 0 ? "The refused rows stand in \(path)." : "The report is \(path)."
    }

    private static func counts(_ summary: ImportSummary) -> String {
        var lines = [
            ("read", summary.rows), ("added", summary.added), ("changed", summary.changed),
            ("unchanged", summary.unchanged), ("flagged", summary.flagged), ("refused", summary.refused),
        ]
        if summary.unanswered > 0 { lines.append(("not sent", summary.unanswered)) }
        let pace = PlainNumber.grouped(Int(summary.rowsPerSecond.rounded()))
        let time = PlainNumber.time(seconds: summary.seconds)
        return "\(PlainNumber.counted(summary.rows, "row")) in \(time), \(pace) a second:\n" + table(lines)
    }

    private static func list(_ title: String, _ counts: [String: Int]) -> String {
        list(title, counts.sorted { $0.value == $1.value ? $0.key < $1.key : $0.value > $1.value }.map { ($0, $1) })
    }

    private static func list(_ title: String, _ counts: [(String, Int)]) -> String {
        guard !counts.isEmpty else { return "" }
        let more = counts.count > listMax ? "\n\(indent)and \(counts.count - listMax) more" : ""
        return "\(title)\n" + table(Array(counts.prefix(listMax))) + more
    }

    /// Puts numbers first, so that reasons may be long.
    private static func table(_ lines: [(text: String, number: Int)]) -> String {
        let numbers = lines.map { PlainNumber.grouped($0.number) }
        let width = numbers.map(\.count).max() ?? 0
        return zip(lines, numbers).map { line, number in
            indent + String(repeating: " ", count: width - number.count) + number + "  " + line.text
        }.joined(separator: "\n")
    }

    private static func again(_ summary: ImportSummary) -> String {
        guard summary.pagesSentAgain > 0 else { return "" }
        let times = PlainNumber.counted(summary.pagesSentAgain, "time")
        return "Pages were sent again \(times); rows stored before count as unchanged."
    }
}
