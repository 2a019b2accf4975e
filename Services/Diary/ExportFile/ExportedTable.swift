import Contracts
import FoodFormats

/// The diary as a table: how rows are written, and how they are read again.
struct ExportedTable: ImportSource {
    static let entryKind = "entry"
    static let dayKind = "day"
    /// The last row, by which a table is known to be whole: how many rows there are stands in `position`, their digest in `note`.
    static let endKind = "end"
    private static let digestMark = "sha256:"

    /// Amounts of 100 g, by their columns.
    private static let per100G = [
        "kcalPer100G", "proteinGPer100G", "fatGPer100G", "carbohydrateGPer100G", "fiberGPer100G", "sugarGPer100G",
        "saltGPer100G",
    ]

    static let columns =
        [
            "kind", "date", "meal", "position", "id", "at", "name", "foodId", "imageURL", "grams", "portion",
            "portionGrams", "quantity", "kcal", "proteinG", "fatG", "carbohydrateG", "fiberG", "sugarG", "saltG",
        ] + per100G + ["version", "waterMl", "note"]

    private var rows: DelimitedRows
    private let nowMs: Int
    private let indices: [String: Int]
    private var end = ExportedEnd()

    init(_ bytes: [UInt8], nowMs: Int) throws(SourceFailure) {
        rows = try DelimitedRows(bytes, name: ImportFile.name, findsDelimiter: true, keepsSpaces: true)
        self.nowMs = nowMs
        var indices: [String: Int] = [:]
        for (index, column) in rows.columns.enumerated() { indices[column] = index }
        self.indices = indices
        let missing = Self.columns.filter { indices[$0] == nil }
        guard missing.isEmpty else {
            throw SourceFailure(
                ImportFile.name,
                "lacks the columns \(missing.joined(separator: ", "))",
                advice: "Look whether it is an export of Mealwire's diary, or send it as a table."
            )
        }
    }

    mutating func next() throws -> ImportRow? {
        while let row = rows.next() {
            guard case .success(let fields) = row.fields else {
                end.addBroken()
                return item(row)
            }
            let record = Record(fields: fields, indices: indices)
            guard record.isEnd else {
                end.add(record.inOrder)
                return item(row)
            }
            end.end(record.sum)
        }
        return nil
    }

    var warnings: [DiaryImport.Warning] { end.warnings }

    private func item(_ row: DelimitedRows.Row) -> ImportRow {
        do throws(RowRefusal) {
            let record = Record(fields: try row.fields.get(), indices: indices)
            return ImportRow(line: row.line, .item(try record.item(nowMs: nowMs)))
        } catch {
            return ImportRow(line: row.line, .refused(error.reason))
        }
    }

    /// The fields of one row, by column.
    private struct Record {
        let fields: [String]
        let indices: [String: Int]

        var isEnd: Bool { raw("kind").trimmingSpaces == ExportedTable.endKind }

        /// What a last row tells; nil for one that cannot be read.
        var sum: ExportedSum? {
            let digest = raw("note").trimmingSpaces
            guard digest.hasPrefix(ExportedTable.digestMark) else { return nil }
            return ExportedSum(
                rows: raw("position").trimmingSpaces,
                digest: String(digest.dropFirst(ExportedTable.digestMark.count))
            )
        }

        /// The fields as exports have them, in whatever order the columns stand.
        var inOrder: [String] { ExportedTable.columns.map(raw) }

        func item(nowMs: Int) throws(RowRefusal) -> ImportItem {
            switch raw("kind").trimmingSpaces {
            case ExportedTable.entryKind: return .entry(try ExportedRules.logged(try entry(), nowMs: nowMs))
            case ExportedTable.dayKind: return .extras(try ExportedRules.extras(try day()))
            default: throw RowRefusal("kind is none of entry and day")
            }
        }

        private func entry() throws(RowRefusal) -> ExportedEntry {
            var entry = ExportedEntry(
                date: raw("date").trimmingSpaces,
                meal: raw("meal").trimmingSpaces,
                position: try whole("position"),
                id: raw("id").trimmingSpaces,
                at: raw("at").trimmingSpaces,
                name: text("name") ?? "",
                kcal: try number("kcal") ?? .nan,
                version: try whole("version")
            )
            (entry.foodId, entry.imageURL) = (text("foodId"), text("imageURL"))
            (entry.grams, entry.portion) = (try number("grams"), text("portion"))
            (entry.portionGrams, entry.quantity) = (try number("portionGrams"), try number("quantity"))
            (entry.proteinG, entry.fatG) = (try number("proteinG"), try number("fatG"))
            (entry.carbohydrateG, entry.fiberG) = (try number("carbohydrateG"), try number("fiberG"))
            (entry.sugarG, entry.saltG) = (try number("sugarG"), try number("saltG"))
            entry.per100G = try amountsOf100G()
            return entry
        }

        private func amountsOf100G() throws(RowRefusal) -> Nutrients? {
            guard let kcal = try number(ExportedTable.per100G[0]) else { return nil }
            var nutrients = Nutrients(kcal: kcal)
            for (field, column) in zip(Nutrients.fields, ExportedTable.per100G.dropFirst()) {
                nutrients[keyPath: field.path] = try number(column)
            }
            return nutrients
        }

        private func day() throws(RowRefusal) -> ExportedDay {
            ExportedDay(
                date: raw("date").trimmingSpaces,
                waterMl: try whole("waterMl"),
                note: text("note") ?? "",
                version: try whole("version")
            )
        }

        private func raw(_ column: String) -> String { indices[column].map { fields[$0] } ?? "" }

        /// A text without the mark that keeps spreadsheets from running it; nil for none.
        private func text(_ column: String) -> String? {
            let text = raw(column)
            return text.isEmpty ? nil : text.hasPrefix("'") ? String(text.dropFirst()) : text
        }

        private func number(_ column: String) throws(RowRefusal) -> Double? {
            try ImportNumber.exact(raw(column), column)
        }

        private func whole(_ column: String) throws(RowRefusal) -> Int {
            guard let number = Int(raw(column).trimmingSpaces) else { throw RowRefusal("\(column) is no whole number") }
            return number
        }
    }
}

extension ExportedTable {
    /// The first line, behind the mark by which spreadsheets know UTF-8.
    static let header = "\u{FEFF}" + columns.joined(separator: ",") + "\r\n"

    static func fields(_ entry: ExportedEntry) -> [String] {
        let head: [String?] = [
            entryKind, entry.date, entry.meal, "\(entry.position)", entry.id, entry.at, guarded(entry.name),
            entry.foodId,
            entry.imageURL.map(guarded), text(entry.grams), entry.portion.map(guarded), text(entry.portionGrams),
            text(entry.quantity),
        ]
        let amounts = texts(of: entry.nutrients) + (entry.per100G.map(texts) ?? per100G.map { _ in nil })
        return (head + amounts + ["\(entry.version)", nil, nil]).map { $0 ?? "" }
    }

    static func fields(_ day: ExportedDay) -> [String] {
        let between = [String](repeating: "", count: columns.count - 5)
        return [dayKind, day.date] + between + ["\(day.version)", "\(day.waterMl)", guarded(day.note)]
    }

    /// The last row.
    static func end(_ sum: ExportedSum) -> [String] {
        columns.map { column in
            switch column {
            case "kind": endKind
            case "position": "\(sum.rows)"
            case "note": digestMark + sum.digestText
            default: ""
            }
        }
    }

    /// A row with its end.
    static func line(_ fields: [String]) -> String { fields.map(quoted).joined(separator: ",") + "\r\n" }

    private static func texts(of nutrients: Nutrients) -> [String?] {
        [text(nutrients.kcal)] + Nutrients.fields.map { text(nutrients[keyPath: $0.path]) }
    }

    private static func text(_ number: Double?) -> String? { number.map { "\($0)" } }

    /// A text that a spreadsheet would run begins with an apostrophe, as does one that begins with one.
    private static func guarded(_ text: String) -> String {
        guard let first = text.unicodeScalars.first, "=+-@'\t\r".unicodeScalars.contains(first) else { return text }
        return "'" + text
    }

    private static func quoted(_ field: String) -> String {
        let ends = [field.unicodeScalars.first, field.unicodeScalars.last].compactMap(\.self)
        let isPlain =
            !field.unicodeScalars.contains { ",;\"\t\r\n".unicodeScalars.contains($0) }
            && !ends.contains(where: \.properties.isWhitespace)
        return isPlain ? field : "\"" + field.replacing("\"", with: "\"\"") + "\""
    }
}
