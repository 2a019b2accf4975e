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
        case plans
        case favourites
    }

    /// The maximum bytes of an item; the longest entry needs a tenth of it.
    private static let itemBytesMax = 64 * 1_024
    /// The maximum bytes of a plan; a week with all its foods needs half of it.
    private static let planBytesMax = 256 * 1_024

    private let bytes: [UInt8]
    /// The position of the first byte, after a byte order mark if there is one.
    private let start: Int
    /// The position of the next byte.
    private var position: Int
    /// The line of the next byte, from 1.
    private var line = 1
    private let nowMs: Int
    private var list: List?
    private var isFormatKnown = false
    private var isComplete = false
    private var hasEnded = false

    init(_ bytes: [UInt8], nowMs: Int) {
        self.bytes = bytes
        start = Self.start(of: bytes)
        position = start
        self.nowMs = nowMs
    }

    /// Returns whether a file is JSON, not a table.
    static func isJSON(_ bytes: [UInt8]) -> Bool {
        bytes.withUnsafeBufferPointer { buffer in
            var cursor = JSONCursor(buffer, at: start(of: bytes))
            return cursor.peek() == UInt8(ascii: "{")
        }
    }

    /// Returns the position after a byte order mark; 0 if there is none.
    private static func start(of bytes: [UInt8]) -> Int {
        let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]
        return bytes.starts(with: byteOrderMark) ? byteOrderMark.count : 0
    }

    mutating func next() throws -> ImportRow? {
        if hasEnded { return nil }
        if position == start { guard take("{") else { throw Self.broken } }
        while true {
            if let list {
                if takeEnd("]") {
                    self.list = nil
                    continue
                }
                return try item(of: list)
            }
            if takeEnd("}") {
                try checkEnd()
                return nil
            }
            try member()
        }
    }

    /// Reads a member of the document, or enters a list.
    private mutating func member() throws {
        guard let key = key(), take(":") else { throw Self.broken }
        if let list = List(rawValue: key) {
            guard isFormatKnown else { throw Self.notAnExport }
            guard take("[") else { throw Self.broken }
            self.list = list
            return
        }
        guard let value = value() else { throw Self.broken }
        let text = String(decoding: bytes[value], as: UTF8.self)
        switch key {
        case "format": isFormatKnown = text == "\"\(Self.format)\""
        case "formatVersion": guard text == "\(Self.formatVersion)" else { throw Self.newer }
        case "complete": isComplete = text == "true"
        default: break
        }
    }

    private mutating func item(of list: List) throws -> ImportRow {
        _ = peek()
        let line = line
        guard let range = value() else { throw Self.broken }
        guard range.count <= (list == .plans ? Self.planBytesMax : Self.itemBytesMax) else {
            return ImportRow(line: line, .refused(RowRefusal("is too long", .rowTooLong)))
        }
        let data = Data(bytes[range])
        do throws(RowRefusal) {
            switch list {
            case .entries:
                guard let row = try? JSONDecoder().decode(ExportedRow<LoggedEntry>.self, from: data) else {
                    throw RowRefusal("is not an entry in Mealwire's format", .notRecord, ["expected": "entry"])
                }
                let logged = try ExportedRules.logged(try row.record(), nowMs: nowMs)
                return ImportRow(line: line, .item(.entry(logged)))
            case .days:
                guard let row = try? JSONDecoder().decode(ExportedRow<DayExtras>.self, from: data) else {
                    throw RowRefusal("is not a day in Mealwire's format", .notRecord, ["expected": "day"])
                }
                return ImportRow(line: line, .item(.extras(try ExportedRules.extras(try row.record()))))
            case .plans:
                guard let plan = try? JSONDecoder().decode(ExportedPlan.self, from: data) else {
                    throw RowRefusal("is not a plan in Mealwire's format", .notRecord, ["expected": "plan"])
                }
                return ImportRow(line: line, .item(.plan(try ExportedRules.plan(plan, nowMs: nowMs))))
            case .favourites:
                guard let favourite = try? JSONDecoder().decode(ExportedFavourite.self, from: data) else {
                    throw RowRefusal("is not a favourite in Mealwire's format", .notRecord, ["expected": "favourite"])
                }
                let checked = try ExportedRules.favourite(favourite, nowMs: nowMs)
                return ImportRow(line: line, .item(.favourite(checked)))
            }
        } catch {
            return ImportRow(line: line, .refused(error))
        }
    }

    private mutating func checkEnd() throws {
        guard isFormatKnown else { throw Self.notAnExport }
        guard isComplete, peek() == nil else { throw Self.broken }
        hasEnded = true
    }

    /// Reads from the position on with a cursor, and moves behind what it has consumed.
    private mutating func read<Value>(_ body: (inout JSONCursor) -> Value) -> Value {
        let (value, end) = bytes.withUnsafeBufferPointer { buffer in
            var cursor = JSONCursor(buffer, at: position)
            let value = body(&cursor)
            // In an incomplete text the cursor may stop one byte behind the end.
            return (value, min(cursor.position, buffer.count))
        }
        line += bytes[position..<end].count(where: { $0 == UInt8(ascii: "\n") })
        position = end
        return value
    }

    /// Returns the next byte that is not white space; nil at the end.
    private mutating func peek() -> UInt8? { read { $0.peek() } }

    /// Consumes a character if it comes next.
    private mutating func take(_ character: Unicode.Scalar) -> Bool { read { $0.take(UInt8(ascii: character)) } }

    /// Consumes a comma between two members, and the end of the list or object if it comes next.
    private mutating func takeEnd(_ end: Unicode.Scalar) -> Bool {
        _ = take(",")
        return take(end)
    }

    /// Reads a string; escapes stay as they are written.
    private mutating func key() -> String? { read { $0.text()?.raw } }

    /// Reads a value of any kind and returns the range of its bytes; nil if it is incomplete.
    private mutating func value() -> Range<Int>? {
        read { cursor in
            guard cursor.peek() != nil else { return nil }
            let start = cursor.position
            return cursor.skip() ? start..<cursor.position : nil
        }
    }

    private static let broken = ImportFile.unreadable(
        "The file is not valid JSON, or it is truncated. Download the export again.",
        .brokenDocument
    )
    private static let notAnExport = ImportFile.unreadable(
        "The file is JSON, but not an export of a Mealwire diary.",
        .notExport
    )
    private static let newer = ImportFile.unreadable(
        "The file was exported by a newer version of Mealwire. Export it as CSV, or update this server.",
        .newerVersion
    )
}
