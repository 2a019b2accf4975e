import Contracts
import FoodFormats

/// The values that all entries of an imported table share.
struct ImportContext: Sendable {
    let user: UserID
    let format: DiaryImportFormat
    /// When the entries are logged: now.
    let at: String
}

/// Reads a table of another program or a user's own; its rows become entries of bare energy and nutrients.
struct TableImport: ImportSource {
    /// The maximum of counted meal names and of their bytes, which bounds the memory that a file can use.
    private static let otherMealsMax = 1_000
    private static let mealBytesMax = 200

    private var rows: DelimitedRows
    private let layout: TableLayout
    private let dates: ImportDates
    private let context: ImportContext
    private var entryIDs: ImportedEntryIDs
    private(set) var otherMeals: [String: Int] = [:]

    init(_ rows: DelimitedRows, _ layout: TableLayout, _ dates: ImportDates, _ context: ImportContext) {
        self.rows = rows
        self.layout = layout
        self.dates = dates
        self.context = context
        entryIDs = ImportedEntryIDs(context)
    }

    mutating func next() throws -> ImportRow? {
        guard let row = rows.next() else { return nil }
        do {
            let fields = try row.fields.get()
            if layout.passesOver(fields) { return ImportRow(line: row.line, .passedOver) }
            return ImportRow(line: row.line, .item(.entry(try entry(fields))))
        } catch let refusal as RowRefusal {
            return ImportRow(line: row.line, .refused(refusal))
        }
    }

    private mutating func entry(_ fields: [String]) throws -> LoggedEntry {
        let date = try dates.date(fields[layout.date])
        let eaten = eaten(fields)
        let name = try name(eaten, fields)
        let (format, mark) = (layout.format, layout.decimalMark)
        let nutrients = try layout.nutrients.nutrients { (column, name) throws(RowRefusal) in
            try format == .table
                ? ImportNumber.own(fields[column], name, mark)
                : ImportNumber.withThousands(fields[column], name, mark)
        }
        let mealName = layout.meal.map { fields[$0] } ?? ""
        let meal = ImportMeals.meal(mealName)
        if meal == nil, otherMeals.count < Self.otherMealsMax {
            otherMeals[mealName.beginning(bytesMax: Self.mealBytesMax), default: 0] += 1
        }
        var entry = DiaryEntry.blank
        RequestedFields(date: date, meal: meal ?? .snack, at: context.at).apply(to: &entry)
        (entry.name, entry.nutrients) = (name, nutrients)
        entry.id = try entryIDs.next(for: entry, called: Self.shortened(eaten))
        return LoggedEntry(entry: entry, per100g: nil, portionGrams: nil)
    }

    /// Returns the food and its amount as text: entries of bare energy have no weight.
    private func eaten(_ fields: [String]) -> String {
        var name = layout.name.map { fields[$0] } ?? ""
        if layout.name == nil, let meal = layout.meal { name = "MyFitnessPal: \(fields[meal])" }
        let amount = layout.amount.map { Self.tidy(fields[$0]) }.filter { !$0.isEmpty }.joined(separator: " ")
        if !amount.isEmpty, !name.isEmpty { name += ", \(amount)" }
        return name
    }

    /// Returns the name of the entry, including a note.
    private func name(_ eaten: String, _ fields: [String]) throws(RowRefusal) -> String {
        var name = eaten
        if let note = layout.note, !fields[note].isEmpty, !name.isEmpty { name += " – \(fields[note])" }
        let shown = Self.shortened(name)
        guard !shown.isEmpty else { throw RowRefusal("has no name", .missing, ["field": "name"]) }
        return shown
    }

    /// Shortens `58.00 g` to `58 g`.
    private static func tidy(_ amount: String) -> String {
        let number = amount.prefix { $0.isNumber || $0 == "." }
        guard number.contains("."), let point = number.firstIndex(of: "."), number.first != "." else { return amount }
        var end = number.endIndex
        while end > point, number[number.index(before: end)] == "0" { end = number.index(before: end) }
        if number[number.index(before: end)] == "." { end = number.index(before: end) }
        return String(amount[..<end] + amount[number.endIndex...])
    }

    /// Returns the name without control characters, cut to the limits of an entry.
    private static func shortened(_ name: String) -> String {
        var scalars = String.UnicodeScalarView()
        for scalar in name.unicodeScalars {
            scalars.append(scalar.properties.generalCategory == .control ? " " : scalar)
        }
        var shown = String(String(scalars).trimmingSpaces.prefix(EntryLimits.nameLength.upperBound))
        while shown.utf8.count > EntryLimits.nameBytesMax { shown.removeLast() }
        return shown.trimmingSpaces
    }
}
