import Contracts
import FoodFormats

/// Writes and reads the diary as a table.
struct ExportedTable: ImportSource {
    /// The rows of entries.
    static let entries = ExportedRows<LoggedEntry>(kind: "entry")
    /// The rows of days with water or a note.
    static let days = ExportedRows<DayExtras>(kind: "day")
    /// The last row, which shows that a table is complete: `position` has the number of rows, `note` their digest.
    static let endKind = "end"
    private static let digestMark = "sha256:"

    /// The columns of the first version of the format.
    ///
    /// Every table has them. Their order stays, because digests depend on it.
    private static let firstColumns = [
        "kind", "date", "meal", "position", "id", "at", "name", "foodId", "imageURL", "grams", "portion",
        "portionGrams", "quantity", "kcal", "proteinG", "fatG", "carbohydrateG", "fiberG", "sugarG", "saltG",
        "kcalPer100G", "proteinGPer100G", "fatGPer100G", "carbohydrateGPer100G", "fiberGPer100G", "sugarGPer100G",
        "saltGPer100G",
        "version", "waterMl", "note",
    ]

    /// The columns: those of the first version, then those of fields that were added since.
    static let columns: [String] = {
        var columns = firstColumns
        for column in LoggedEntry.fields.map(\.file.column) + DayExtras.fields.map(\.file.column)
        where !columns.contains(column) {
            columns.append(column)
        }
        return columns
    }()

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
        let missing = Self.firstColumns.filter { indices[$0] == nil }
        guard missing.isEmpty else {
            throw SourceFailure(
                ImportFile.name,
                "lacks the columns \(missing.joined(separator: ", "))",
                advice: "Check that it is an export of a Mealwire diary, or send it with the format table.",
                .missingColumns,
                ["columns": missing.joined(separator: ", ")]
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
            return ImportRow(line: row.line, .refused(error))
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
        ///
        /// An older export lacks later columns, which its digest therefore does not cover.
        var inOrder: [String] { ExportedTable.columns.filter { indices[$0] != nil }.map(raw) }

        func item(nowMs: Int) throws(RowRefusal) -> ImportItem {
            switch raw("kind").trimmingSpaces {
            case ExportedTable.entries.kind:
                return .entry(try ExportedRules.logged(try record(LoggedEntry.self), nowMs: nowMs))
            case ExportedTable.days.kind: return .extras(try ExportedRules.extras(try record(DayExtras.self)))
            default:
                throw RowRefusal(
                    "kind is neither entry nor day",
                    .wrongFormat,
                    ["field": "kind", "expected": "entry, day"]
                )
            }
        }

        private func record<Value: Exported>(_ type: Value.Type) throws(RowRefusal) -> Value {
            var values: [FiledValue?] = []
            for field in Value.fields { values.append(try value(of: field.file)) }
            return try ExportedRow<Value>(values: values).record()
        }

        private func value<Value>(of field: FileField<Value>) throws(RowRefusal) -> FiledValue? {
            let text = raw(field.column)
            if field.isOptional, text.isEmpty { return nil }
            switch field.cell {
            case .word: return .text(text.trimmingSpaces)
            // Without the apostrophe that protects it in spreadsheets.
            case .text: return .text(text.hasPrefix("'") ? String(text.dropFirst()) : text)
            case .whole:
                guard let number = Int(text.trimmingSpaces) else {
                    throw RowRefusal("\(field.column) is not an integer", .notInteger, ["field": field.column])
                }
                return .whole(number)
            case .number: return try ImportNumber.exact(text, field.column).map(FiledValue.number)
            }
        }

        private func raw(_ column: String) -> String { indices[column].map { fields[$0] } ?? "" }
    }
}

extension ExportedTable {
    /// The header line, after the byte order mark by which spreadsheets recognize UTF-8.
    static let header = "\u{FEFF}" + columns.joined(separator: ",") + "\r\n"

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

    /// Puts an apostrophe before a text that a spreadsheet would run as a formula, and before a leading apostrophe.
    static func guarded(_ text: String) -> String {
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

/// The rows of one kind in an exported table.
struct ExportedRows<Record: Exported>: Sendable {
    let kind: String
    /// The index of each field's column.
    private let indices: [Int]

    init(kind: String) {
        self.kind = kind
        indices = Record.fields.compactMap { ExportedTable.columns.firstIndex(of: $0.file.column) }
    }

    /// Returns the fields of a row, in the order of the columns.
    func fields(of row: ExportedRow<Record>) -> [String] {
        var fields = [String](repeating: "", count: ExportedTable.columns.count)
        fields[0] = kind
        for ((field, index), value) in zip(zip(Record.fields, indices), row.values) {
            switch value {
            case .text(let text): fields[index] = field.file.cell == .text ? ExportedTable.guarded(text) : text
            case .whole(let number): fields[index] = "\(number)"
            case .number(let number): fields[index] = "\(number)"
            case nil: break
            }
        }
        return fields
    }
}
