import Contracts
import FoodFormats

/// The meaning of the columns in a table of another program or a user's own.
struct TableLayout: Sendable {
    /// Rows that sum up other rows.
    private static let totals: Set<String> = ["total", "totals", "daily total", "daily totals"]
    private static let dateNames = ["date", "day"]

    let format: DiaryImportFormat
    let date: Int
    let meal: Int?
    /// Nil if a row is a whole meal.
    let name: Int?
    let note: Int?
    /// The columns that together describe the amount.
    let amount: [Int]
    let nutrients: NutrientColumns
    /// The decimal mark, derived from the field delimiter.
    let decimalMark: DecimalMark
    private let deleted: Int?

    /// Finds the columns by their names, in any order.
    ///
    /// - Parameters:
    ///   - table: The table.
    ///   - format: The program that wrote it.
    /// - Throws: `SourceFailure` if columns are missing.
    init(_ table: DelimitedRows, _ format: DiaryImportFormat) throws(SourceFailure) {
        let headers = table.columns.map { OwnHeader($0).thing }
        func find(_ names: [String]) -> Int? { headers.firstIndex { names.contains($0) } }
        self.format = format
        nutrients = NutrientColumns(table.columns)
        decimalMark = DecimalMark(delimiter: table.delimiter)
        let date = find(Self.dateNames)
        switch format {
        case .myFitnessPal:
            (meal, name, note, deleted) = (find(["meal"]), find(["food"]), find(["note", "notes"]), nil)
            amount = []
        case .cronometer:
            (meal, name, note, deleted) = (find(["group"]), find(["food name"]), nil, nil)
            amount = [find(["amount"])].compactMap(\.self)
        case .loseIt:
            (meal, name, note, deleted) = (find(["type", "meal"]), find(["name"]), nil, find(["deleted"]))
            amount = [find(["quantity"]), find(["units", "unit"])].compactMap(\.self)
        case .mealwire, .table:
            name = table.columns.firstIndex { OwnHeader($0).column == "name" }
            (meal, note, deleted) = (find(["meal", "meal name"]), find(["note", "notes"]), nil)
            amount = [find(["amount", "quantity"]), find(["unit", "units", "portion"])].compactMap(\.self)
        }
        let isWhole = format == .myFitnessPal ? meal != nil : name != nil
        guard let date, isWhole, nutrients.hasEnergy else {
            throw Self.lacking(table, format, hasDate: date != nil, isWhole, hasEnergy: nutrients.hasEnergy)
        }
        self.date = date
    }

    /// Returns whether a row is not a food by intention.
    func passesOver(_ fields: [String]) -> Bool {
        let meal = meal.map { fields[$0].lowercased() }
        if Self.totals.contains(fields[date].lowercased()) || meal.map({ Self.totals.contains($0) }) ?? false {
            return true
        }
        guard format == .loseIt else { return false }
        return meal == "exercise" || deleted.map { ["true", "1", "yes"].contains(fields[$0].lowercased()) } ?? false
    }

    private static func lacking(
        _ table: DelimitedRows,
        _ format: DiaryImportFormat,
        hasDate: Bool,
        _ isWhole: Bool,
        hasEnergy: Bool
    ) -> SourceFailure {
        if format == .cronometer, hasDate, hasEnergy {
            return SourceFailure(
                ImportFile.name,
                "has no foods: it is Cronometer's daily summary",
                advice: "Export the servings instead; that file is called servings.csv.",
                .dailySummary
            )
        }
        let thing = format == .myFitnessPal ? "meal" : "name"
        let missing = [("date", hasDate), (thing, isWhole), ("energy", hasEnergy)].filter { !$0.1 }.map(\.0)
            .joined(separator: ", ")
        let found = table.columns.prefix(columnsShownMax).map { $0.beginning(bytesMax: textBytesMax) }
        let shown = found.joined(separator: ", ").beginning(bytesMax: textBytesMax)
        return SourceFailure(
            ImportFile.name,
            "has no column for \(missing)",
            advice: "Its first line has \(shown). Check that it comes from that program.",
            .missingColumns,
            ["columns": missing]
        )
    }
    private static let columnsShownMax = 20
    private static let textBytesMax = 400
}
