/// The text of a page, which is an object of lists, and how much room is left in it.
struct ExportText {
    /// Room for what stands around rows: names and brackets of a service's tables, and the cursor.
    private static let frameBytes = 8 * 1_024

    /// Whatever a page may have, the longest character has room in it: a quote, or four bytes.
    private static let roomMin = 4

    private var bytes: [UInt8] = []
    private var room: Int
    private var hasRows = false

    init(bytesMax: Int) {
        room = max(Self.roomMin, bytesMax - Self.frameBytes)
    }

    var string: String { String(decoding: bytes, as: UTF8.self) }

    mutating func open(_ title: String, isFirst: Bool) {
        bytes += "\(isFirst ? "{" : ",")\"\(title)\":[".utf8
    }

    mutating func close() { bytes.append(UInt8(ascii: "]")) }

    mutating func end() { bytes.append(UInt8(ascii: "}")) }

    /// Adds as much as there is room for, and tells how many bytes that was.
    ///
    /// A row is only divided if it alone is more than a page, because it may change before the rest of it is read.
    mutating func add(_ row: ArraySlice<UInt8>) -> Int {
        guard let end = Self.end(of: row, within: room) else {
            bytes += row
            room -= Self.cost(of: row)
            hasRows = true
            return row.count
        }
        guard !hasRows else { return 0 }
        bytes += row[..<end]
        room = 0
        return end - row.startIndex
    }

    /// Where to cut; nil if there is room for the whole.
    private static func end(of row: ArraySlice<UInt8>, within room: Int) -> Int? {
        var left = room
        for index in row.indices {
            left -= cost(of: row[index])
            guard left < 0 else { continue }
            // Never within a character.
            return row[...index].lastIndex { $0 & 0xC0 != 0x80 } ?? row.startIndex
        }
        return nil
    }

    private static func cost(of bytes: ArraySlice<UInt8>) -> Int { bytes.reduce(0) { $0 + cost(of: $1) } }

    /// A page is text within JSON, where quotes and backslashes take two bytes.
    private static func cost(of byte: UInt8) -> Int {
        byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") ? 2 : 1
    }
}
