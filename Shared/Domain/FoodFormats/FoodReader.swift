package import Contracts

/// Reads a source row by row with bounded memory.
///
/// A reader depends on neither the bus nor the catalog, and is used by one task at a time.
package protocol FoodReader {
    /// The source of rows that do not name one.
    var source: String { get }
    /// The progress of reading.
    var progress: ReadProgress { get }
    /// Counts of intentionally skipped items, such as laboratory samples, by type.
    var omitted: [String: Int] { get }
    /// Notes for the user about how the source was read, as sentences: unknown columns, assumed units.
    var notes: [String] { get }

    /// Returns the next row.
    ///
    /// - Returns: The row, or nil at the end.
    /// - Throws: `SourceFailure` if reading fails; further calls fail as well.
    mutating func next() throws(SourceFailure) -> SourceRow?
}

extension FoodReader {
    package var omitted: [String: Int] { [:] }
    package var notes: [String] { [] }
}

/// The part of a source that has been read.
package struct ReadProgress: Sendable, Equatable {
    /// Bytes on disk; compressed files count with their compressed size.
    package let bytesRead: Int
    package let bytesInAll: Int

    package init(bytesRead: Int, bytesInAll: Int) {
        self.bytesRead = bytesRead
        self.bytesInAll = bytesInAll
    }

    /// The fraction from 0 to 1.
    package var fraction: Double {
        bytesInAll > 0 ? min(1, Double(bytesRead) / Double(bytesInAll)) : 1
    }
}

/// Formats of food sources, by their names on the command line.
package enum FoodFormat: String, CaseIterable, Sendable {
    /// USDA FoodData Central: a folder or a zip of CSV.
    case fdc
    /// Open Food Facts: JSONL, one JSON object per line.
    case off
    /// Open Food Facts: tab-separated values.
    case offCSV = "off-csv"
    /// The CSV of Mealwire's starter catalog.
    case catalog = "catalogue"
    /// A user's own CSV, with mapped or guessed columns.
    case csv
}

/// A row of a source: a food, or a rejection.
package struct SourceRow: Sendable, Equatable {
    /// The source of the food, such as `usdaBranded`.
    package let source: String
    /// The file name without folders; for a member of an archive, its name follows after a colon.
    package let file: String
    /// The line on which the row begins, from 1.
    package let line: Int
    package let outcome: Result<ImportedFood, RowRefusal>

    package init(source: String, file: String, line: Int, outcome: Result<ImportedFood, RowRefusal>) {
        self.source = source
        self.file = file
        self.line = line
        self.outcome = outcome
    }
}

/// The reason for rejecting a row; reading continues after it.
package struct RowRefusal: Error, Equatable, Sendable {
    /// The text after "line 12: ", such as "kcal is no number".
    package let reason: String
    /// The reason for programs; nil in sources of foods, which only operators read reasons of.
    package let code: DiaryImport.Refusal.Code?
    /// The values of the reason, for translations.
    package let params: [String: String]

    package init(_ reason: String, _ code: DiaryImport.Refusal.Code? = nil, _ params: [String: String] = [:]) {
        (self.reason, self.code, self.params) = (reason, code, params)
    }
}

/// The reason why a source cannot be read, or not further.
package struct SourceFailure: Error, CustomStringConvertible, Sendable, Equatable {
    package let file: String
    /// The problem, as a predicate that follows the file's name: "is cut off".
    let problem: String
    /// Advice for the user, as a sentence.
    let advice: String
    /// The reason for programs; nil in sources of foods.
    package let reason: DiaryImport.FileProblem?
    /// The values of the reason, for translations.
    package let params: [String: String]
    /// The number of rows read before, in all files together; nil if they were not counted.
    package internal(set) var rowsBefore: Int?

    package init(
        _ file: String,
        _ problem: String,
        advice: String,
        _ reason: DiaryImport.FileProblem? = nil,
        _ params: [String: String] = [:]
    ) {
        (self.file, self.problem, self.advice) = (file, problem, advice)
        (self.reason, self.params) = (reason, params)
    }

    package var description: String {
        guard let rowsBefore, rowsBefore > 0 else { return "\(file) \(problem). \(advice)" }
        return "\(file) \(problem), after \(rowsBefore) rows of the source had been read. \(advice)"
    }
}
