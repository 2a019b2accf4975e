import FoundationEssentials

/// The summary of an import, printed as text or JSON.
package struct ImportSummary: Encodable, Sendable, Equatable {
    /// A reason for refusals, with the number of rows.
    package struct Reason: Encodable, Sendable, Equatable {
        package var reason: String
        package var count: Int
    }

    /// The greatest number of reasons in the JSON summary.
    private static let reasonsMax = 100

    /// The ``ImportEnding/code`` of the ending.
    package var outcome: String
    package var message: String?
    package var rows: Int
    package var added: Int
    package var changed: Int
    package var unchanged: Int
    package var flagged: Int
    package var flags: [String: Int]
    package var refused: Int
    package var reasons: [Reason]
    /// The rows that were read, but neither stored nor refused.
    package var unanswered: Int
    package var omitted: [String: Int]
    package var notes: [String]
    package var pagesSentAgain: Int
    package var report: String?
    package var reportFailure: String?
    package var seconds: Double
    package var rowsPerSecond: Double

    /// Creates the summary of an import.
    ///
    /// - Parameters:
    ///   - ending: How the import ended.
    ///   - counts: The counts of the rows.
    ///   - report: The result of writing the report.
    ///   - seconds: The duration.
    package init(_ ending: ImportEnding, _ counts: ImportCounts, _ report: ImportReport.Outcome, seconds: Double) {
        outcome = ending.code
        message = ending.sentence
        (rows, added, changed, unchanged) = (counts.rows, counts.added, counts.changed, counts.unchanged)
        (flagged, flags, refused) = (counts.flagged, counts.flags, counts.refused)
        reasons = counts.reasons.commonest(Self.reasonsMax).map(Reason.init)
        (unanswered, omitted, notes) = (counts.unanswered, counts.omitted, counts.notes)
        pagesSentAgain = counts.pagesSentAgain
        (self.report, reportFailure) = (report.path, report.failure)
        self.seconds = Self.rounded(seconds, to: 1_000)
        let answered = Double(counts.inCatalog + counts.refused)
        rowsPerSecond = seconds > 0 ? Self.rounded(answered / seconds, to: 10) : 0
    }

    /// The number of the import's rows that are in the catalog.
    package var inCatalog: Int { added + changed + unchanged }

    /// Returns the summary as JSON, with sorted fields.
    package func json() throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        return String(decoding: try encoder.encode(self), as: UTF8.self)
    }

    private static func rounded(_ number: Double, to parts: Double) -> Double { (number * parts).rounded() / parts }
}

/// How an import ended.
package enum ImportEnding: Sendable, Equatable {
    /// All rows were read, and the catalog has answered for each.
    case complete
    /// The user stopped the import.
    case stopped
    /// The files could not be read to their end, for the given reason.
    case unreadable(String)
    /// The catalog rejected a page, for the given reason.
    case refused(String)

    /// The value of `outcome` in the JSON summary.
    package var code: String {
        switch self {
        case .complete: "complete"
        case .stopped: "stopped"
        case .unreadable: "unreadable"
        case .refused: "refused"
        }
    }

    /// The message for the user; nil after a complete import.
    package var sentence: String? {
        switch self {
        case .complete: nil
        case .stopped: "The import was stopped."
        case .unreadable(let sentence), .refused(let sentence): sentence
        }
    }
}
