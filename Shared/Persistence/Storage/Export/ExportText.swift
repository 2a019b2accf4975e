/// The text of a page, which is an object of lists, and the room left in it.
struct ExportText {
    /// Bytes reserved for names and brackets of a service's tables, and for the cursor.
    private static let frameBytes = 8 * 1_024

    /// Minimum room of a page, so that the longest character fits: a quote, or four bytes.
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

    /// Adds as much of a row as fits, and returns the number of bytes added.
    ///
    /// Divides a row only if it alone exceeds a page, because it may change before the rest is read.
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

    /// Returns where to cut; nil if the whole row fits.
    private static func end(of row: ArraySlice<UInt8>, within room: Int) -> Int? {
        var left = room
        for index in row.indices {
            left -= cost(of: row[index])
            guard left < 0 else { continue }
            // Never inside a character.
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

/// Encodes texts as JSON strings (RFC 8259 §7).
///
/// An encoder call for each of a hundred thousand texts would take seconds.
enum JSONBytes {
    private static let hexDigits = Array("0123456789abcdef".utf8)

    static func append(_ text: String, to bytes: inout [UInt8]) {
        bytes.append(UInt8(ascii: "\""))
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "\\"): bytes += [UInt8(ascii: "\\"), byte]
            case 0..<0x20:
                bytes += "\\u00".utf8
                bytes += [hexDigits[Int(byte >> 4)], hexDigits[Int(byte & 0xF)]]
            default: bytes.append(byte)
            }
        }
        bytes.append(UInt8(ascii: "\""))
    }
}
