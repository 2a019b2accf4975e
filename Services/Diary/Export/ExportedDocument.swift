import Contracts
import FoodFormats
import FoundationEssentials

/// Reads an exported JSON document entry by entry, because a decoded document would need many times its size.
struct ExportedDocument: ImportSource {
    static let format = "mealwire-diary"
    /// The version of the document's structure.
    static let formatVersion = 1

    private enum List: String {
        case entries
        case days
    }

    /// The maximum bytes of an item; the longest entry needs a tenth of it.
    private static let itemBytesMax = 64 * 1_024

    private var scanner: JSONScanner
    private let nowMs: Int
    private var list: List?
    private var isFormatKnown = false
    private var isComplete = false
    private var hasEnded = false

    init(_ bytes: [UInt8], nowMs: Int) {
        scanner = JSONScanner(bytes)
        self.nowMs = nowMs
    }

    /// Returns whether a file is JSON, not a table.
    static func isJSON(_ bytes: [UInt8]) -> Bool {
        var scanner = JSONScanner(bytes)
        return scanner.peek() == UInt8(ascii: "{")
    }

    mutating func next() throws -> ImportRow? {
        if hasEnded { return nil }
        if scanner.isAtStart { guard scanner.consume("{") else { throw Self.broken } }
        while true {
            if let list {
                if scanner.consumeEnd("]") {
                    self.list = nil
                    continue
                }
                return try item(of: list)
            }
            if scanner.consumeEnd("}") {
                try checkEnd()
                return nil
            }
            try member()
        }
    }

    /// Reads a member of the document, or enters a list of entries or days.
    private mutating func member() throws {
        guard let key = scanner.text(), scanner.consume(":") else { throw Self.broken }
        if let list = List(rawValue: key) {
            guard isFormatKnown else { throw Self.notAnExport }
            guard scanner.consume("[") else { throw Self.broken }
            self.list = list
            return
        }
        guard let value = scanner.value() else { throw Self.broken }
        let text = String(decoding: scanner.bytes[value], as: UTF8.self)
        switch key {
        case "format": isFormatKnown = text == "\"\(Self.format)\""
        case "formatVersion": guard text == "\(Self.formatVersion)" else { throw Self.newer }
        case "complete": isComplete = text == "true"
        default: break
        }
    }

    private mutating func item(of list: List) throws -> ImportRow {
        _ = scanner.peek()
        let line = scanner.line
        guard let range = scanner.value() else { throw Self.broken }
        guard range.count <= Self.itemBytesMax else { return ImportRow(line: line, .refused("is too long")) }
        let data = Data(scanner.bytes[range])
        do throws(RowRefusal) {
            switch list {
            case .entries:
                guard let entry = try? JSONDecoder().decode(ExportedEntry.self, from: data) else {
                    throw RowRefusal("is not an entry in Mealwire's format")
                }
                return ImportRow(line: line, .item(.entry(try ExportedRules.logged(entry, nowMs: nowMs))))
            case .days:
                guard let day = try? JSONDecoder().decode(ExportedDay.self, from: data) else {
                    throw RowRefusal("is not a day in Mealwire's format")
                }
                return ImportRow(line: line, .item(.extras(try ExportedRules.extras(day))))
            }
        } catch {
            return ImportRow(line: line, .refused(error.reason))
        }
    }

    private mutating func checkEnd() throws {
        guard isFormatKnown else { throw Self.notAnExport }
        guard isComplete, scanner.peek() == nil else { throw Self.broken }
        hasEnded = true
    }

    private static let broken = ImportFile.unreadable(
        "The file is not valid JSON, or it is truncated. Download the export again."
    )
    private static let notAnExport = ImportFile.unreadable("The file is JSON, but not an export of a Mealwire diary.")
    private static let newer = ImportFile.unreadable(
        "The file was exported by a newer version of Mealwire. Export it as CSV, or update this server."
    )
}
