import Contracts
import FoodFormats

/// Writes and reads the diary as a table.
struct ExportedTable: ImportSource {
    static let entryKind = "entry"
    static let dayKind = "day"
    /// The last row, which shows that a table is complete: `position` has the number of rows, `note` their digest.
    static let endKind = "end"
    private static let digestMark = "sha256:"

    /// The columns with amounts of 100 g.
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
    private var trailer = ExportTrailer()

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
                advice: "Check that it is an export of a Mealwire diary, or send it with the format table."
            )
        }
    }

    mutating func next() throws -> ImportRow? {
        while let row = rows.next() {
            guard case .success(let fields) = row.fields else {
                trailer.addBroken()
                return item(row)
            }
            let record = Record(fields: fields, indices: indices)
            guard record.isEnd else {
                trailer.add(record.inOrder)
                return item(row)
            }
            trailer.finish(record.checksum)
        }
        return nil
    }

    var warnings: [DiaryImport.Warning] { trailer.warnings }

    private func item(_ row: DelimitedRows.Row) -> ImportRow {
        do throws(RowRefusal) {
            let record = Record(fields: try row.fields.get(), indices: indices)
            return ImportRow(line: row.line, .item(try record.item(nowMs: nowMs)))
        } catch {
            return ImportRow(line: row.line, .refused(error.reason))
        }
    }

    /// The fields of one row, by column name.
    private struct Record {
        let fields: [String]
        let indices: [String: Int]

        var isEnd: Bool { raw("kind").trimmingSpaces == ExportedTable.endKind }

        /// The checksum of a last row; nil if it is unreadable.
        var checksum: ExportChecksum? {
            let digest = raw("note").trimmingSpaces
            guard digest.hasPrefix(ExportedTable.digestMark) else { return nil }
            return ExportChecksum(
                rows: raw("position").trimmingSpaces,
                digest: String(digest.dropFirst(ExportedTable.digestMark.count))
            )
        }

        /// The fields in the order of an export, whatever the order of the columns.
        var inOrder: [String] { ExportedTable.columns.map(raw) }

        func item(nowMs: Int) throws(RowRefusal) -> ImportItem {
            switch raw("kind").trimmingSpaces {
            case ExportedTable.entryKind: return .entry(try ExportedRules.logged(try entry(), nowMs: nowMs))
            case ExportedTable.dayKind: return .extras(try ExportedRules.extras(try day()))
            default: throw RowRefusal("kind is neither entry nor day")
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

        /// Returns a text without the apostrophe that protects it in spreadsheets; nil if it is empty.
        private func text(_ column: String) -> String? {
            let text = raw(column)
            return text.isEmpty ? nil : text.hasPrefix("'") ? String(text.dropFirst()) : text
        }

        private func number(_ column: String) throws(RowRefusal) -> Double? {
            try ImportNumber.exact(raw(column), column)
        }

        private func whole(_ column: String) throws(RowRefusal) -> Int {
            guard let number = Int(raw(column).trimmingSpaces) else { throw RowRefusal("\(column) is not an integer") }
            return number
        }
    }
}

extension ExportedTable {
    /// The header line, after the byte order mark by which spreadsheets recognize UTF-8.
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

    /// Returns the fields of the last row.
    static func end(_ checksum: ExportChecksum) -> [String] {
        columns.map { column in
            switch column {
            case "kind": endKind
            case "position": "\(checksum.rows)"
            case "note": digestMark + checksum.digestText
            default: ""
            }
        }
    }

    /// Returns a row with its line end.
    static func line(_ fields: [String]) -> String { fields.map(quoted).joined(separator: ",") + "\r\n" }

    private static func texts(of nutrients: Nutrients) -> [String?] {
        [text(nutrients.kcal)] + Nutrients.fields.map { text(nutrients[keyPath: $0.path]) }
    }

    private static func text(_ number: Double?) -> String? { number.map { "\($0)" } }

    /// Puts an apostrophe before a text that a spreadsheet would run as a formula, and before a leading apostrophe.
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
