import Contracts
import FoundationEssentials

/// What is told at the end of an import.
package struct ImportSummary: Encodable, Sendable, Equatable {
    /// A reason for which rows were not taken, and for how many.
    package struct Reason: Encodable, Sendable, Equatable {
        package var reason: String
        package var count: Int
    }

    /// Reasons that a program is told.
    private static let reasonsMax = 100

    /// The ``ImportEnding/code`` of its ending.
    package var outcome: String
    package var message: String?
    package var rows: Int
    package var taken: Int
    package var changed: Int
    package var unchanged: Int
    package var flagged: Int
    package var flags: [String: Int]
    package var refused: Int
    package var reasons: [Reason]
    /// Read, but neither in the catalogue nor refused.
    package var unanswered: Int
    package var passedOver: [String: Int]
    package var notes: [String]
    package var pagesSentAgain: Int
    package var report: String?
    package var reportFailure: String?
    package var seconds: Double
    package var rowsPerSecond: Double

    /// Sums an import up.
    ///
    /// - Parameters:
    ///   - ending: How it ended.
    ///   - tally: What became of the rows.
    ///   - report: What became of the report.
    ///   - seconds: How long it took.
    package init(_ ending: ImportEnding, _ tally: ImportTally, _ report: ImportReport.Outcome, seconds: Double) {
        outcome = ending.code
        message = ending.sentence
        (rows, taken, changed, unchanged) = (tally.rows, tally.taken, tally.changed, tally.unchanged)
        (flagged, flags, refused) = (tally.flagged, tally.flags, tally.refused)
        reasons = tally.reasons.commonest(Self.reasonsMax).map(Reason.init)
        (unanswered, passedOver, notes) = (tally.unanswered, tally.passedOver, tally.notes)
        pagesSentAgain = tally.pagesSentAgain
        (self.report, reportFailure) = (report.path, report.failure)
        self.seconds = Self.rounded(seconds, to: 1_000)
        let answered = Double(tally.inCatalogue + tally.refused)
        rowsPerSecond = seconds > 0 ? Self.rounded(answered / seconds, to: 10) : 0
    }

    /// Rows of the import that are in the catalogue.
    package var inCatalogue: Int { taken + changed + unchanged }

    /// As JSON, its fields by their names.
    package func json() throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        return String(decoding: try encoder.encode(self), as: UTF8.self)
    }

    private static func rounded(_ number: Double, to parts: Double) -> Double { (number * parts).rounded() / parts }
}
