import Calendar
import Contracts
import FoundationEssentials

/// Reads a user's rows of a table in the order of their keys, and encodes each as a JSON object.
struct ExportQuery {
    private let table: ExportTable
    private let exportedColumns: [(column: String, form: ExportTable.Form)]
    /// The encoded name before each value.
    private let names: [[UInt8]]

    init(_ table: ExportTable) {
        self.table = table
        exportedColumns = table.exportedColumns
        names = exportedColumns.map { Array("\"\(Self.camelCase($0.column))\":".utf8) }
    }

    /// Returns the statement for all rows, or for those after a key.
    ///
    /// The key's values follow the user's id in the arguments.
    func sql(isFirst: Bool) -> String {
        let key = table.key.map { "\"\($0)\"" }.joined(separator: ", ")
        let positions = table.key.indices.map { "?\($0 + 2)" }.joined(separator: ", ")
        let columns = (exportedColumns.map(\.column) + table.key).map { "\"\($0)\"" }.joined(separator: ", ")
        let after = isFirst ? "" : "AND (\(key)) > (\(positions)) "
        return "SELECT \(columns) FROM \"\(table.name)\" WHERE (\(table.condition)) \(after)ORDER BY \(key)"
    }

    /// Returns the row's key, which follows the exported columns.
    func key(of row: borrowing SQLCursorRow) -> [ExportPosition.KeyValue] {
        var key: [ExportPosition.KeyValue] = []
        for index in table.key.indices {
            let column = exportedColumns.count + index
            if case .integer(let number) = row.stored(column) {
                key.append(.number(number))
            } else {
                key.append(.text(row.text(column)))
            }
        }
        return key
    }

    func json(of row: borrowing SQLCursorRow) -> [UInt8] {
        var bytes = [UInt8(ascii: "{")]
        for (index, (_, form)) in exportedColumns.enumerated() {
            if index > 0 { bytes.append(UInt8(ascii: ",")) }
            bytes += names[index]
            Self.append(row.stored(index), as: form, to: &bytes)
        }
        bytes.append(UInt8(ascii: "}"))
        return bytes
    }

    private static func append(_ value: StoredValue, as form: ExportTable.Form, to bytes: inout [UInt8]) {
        switch (value, form) {
        case (.null, _): bytes += "null".utf8
        case (.integer(let seconds), .secondsSince1970):
            JSONBytes.append(Timestamp.text(Date(timeIntervalSince1970: Double(seconds))), to: &bytes)
        case (.integer(let number), _): bytes += "\(number)".utf8
        // JSON has no infinity. No stored quantity is infinite.
        case (.real(let number), _): bytes += (number.isFinite ? "\(number)" : "null").utf8
        case (.text(let json), .json): bytes += json.utf8
        case (.blob(let json), .json): bytes += json
        case (.text(let text), .pairs): appendPairs(text, to: &bytes)
        case (.blob(let id), .identifier): JSONBytes.append(uuid(id), to: &bytes)
        case (.text(let text), _): JSONBytes.append(text, to: &bytes)
        case (.blob(let data), _): JSONBytes.append(data.base64EncodedString(), to: &bytes)
        }
    }

    private static func appendPairs(_ text: String, to bytes: inout [UInt8]) {
        bytes.append(UInt8(ascii: "["))
        for (index, pair) in text.split(separator: "\u{1E}").enumerated() {
            bytes += (index == 0 ? "[" : ",[").utf8
            for (part, value) in pair.split(separator: "\u{1F}", omittingEmptySubsequences: false).enumerated() {
                if part > 0 { bytes.append(UInt8(ascii: ",")) }
                JSONBytes.append(String(value), to: &bytes)
            }
            bytes.append(UInt8(ascii: "]"))
        }
        bytes.append(UInt8(ascii: "]"))
    }

    private static func uuid(_ bytes: Data) -> String {
        let words = bytes.prefix(16).reduce(into: (high: UInt64(0), low: UInt64(0))) { words, byte in
            words.high = words.high << 8 | words.low >> 56
            words.low = words.low << 8 | UInt64(byte)
        }
        return UUIDv7(high: words.high, low: words.low).description
    }

    /// Converts a column name to the style of the HTTP interface: `used_at` becomes `usedAt`.
    private static func camelCase(_ name: String) -> String {
        let words = name.split(separator: "_")
        return words.dropFirst().reduce(String(words.first ?? "")) { $0 + $1.prefix(1).uppercased() + $1.dropFirst() }
    }
}
