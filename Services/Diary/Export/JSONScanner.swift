/// Scans the structure of a JSON text without decoding its values.
struct JSONScanner {
    let bytes: [UInt8]
    /// The line of the next token, from 1.
    private(set) var line = 1
    private var position = 0
    private let start: Int

    /// Starts after a byte order mark, if there is one.
    init(_ bytes: [UInt8]) {
        self.bytes = bytes
        start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
        position = start
    }

    /// Whether nothing has been read yet.
    var isAtStart: Bool { position == start }

    /// Returns the next byte that is not white space; nil at the end.
    mutating func peek() -> UInt8? {
        while position < bytes.count {
            let byte = bytes[position]
            guard byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D else { return byte }
            if byte == 0x0A { line += 1 }
            position += 1
        }
        return nil
    }

    /// Consumes a character if it comes next.
    mutating func consume(_ character: Unicode.Scalar) -> Bool {
        guard peek() == UInt8(ascii: character) else { return false }
        position += 1
        return true
    }

    /// Consumes a comma between two members, and the end of the list or object if it comes next.
    mutating func consumeEnd(_ end: Unicode.Scalar) -> Bool {
        _ = consume(",")
        return consume(end)
    }

    /// Reads a string; escapes stay as they are written.
    mutating func text() -> String? {
        guard peek() == UInt8(ascii: "\""), let range = value() else { return nil }
        return String(decoding: bytes[range.dropFirst().dropLast()], as: UTF8.self)
    }

    /// Reads a value of any kind.
    ///
    /// - Returns: The bytes of the value; nil if it is incomplete.
    mutating func value() -> Range<Int>? {
        guard let first = peek() else { return nil }
        let from = position
        switch first {
        case UInt8(ascii: "\""): guard skipText() else { return nil }
        case UInt8(ascii: "{"), UInt8(ascii: "["): guard skipNested() else { return nil }
        default:
            while position < bytes.count, !Self.isOutline(bytes[position]) { position += 1 }
            // An empty value would make the caller loop forever.
            guard position > from else { return nil }
        }
        return from..<position
    }

    private mutating func skipNested() -> Bool {
        var depth = 0
        while let byte = peek() {
            switch byte {
            case UInt8(ascii: "\""):
                guard skipText() else { return false }
                continue
            case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
            case UInt8(ascii: "}"), UInt8(ascii: "]"): depth -= 1
            default: break
            }
            position += 1
            if depth == 0 { return true }
        }
        return false
    }

    private mutating func skipText() -> Bool {
        position += 1
        while position < bytes.count {
            switch bytes[position] {
            case UInt8(ascii: "\""):
                position += 1
                return true
            case UInt8(ascii: "\\"): position += 2
            default: position += 1
            }
        }
        position = bytes.count
        return false
    }

    private static func isOutline(_ byte: UInt8) -> Bool {
        [0x20, 0x09, 0x0A, 0x0D, UInt8(ascii: ","), UInt8(ascii: "]"), UInt8(ascii: "}"), UInt8(ascii: ":")].contains(
            byte
        )
    }
}
