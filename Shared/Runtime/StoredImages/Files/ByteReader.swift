/// Reads bytes in sequence with bounds checks.
struct ByteReader {
    private let bytes: [UInt8]
    private(set) var position: Int
    private let end: Int

    init(_ bytes: [UInt8], from position: Int = 0, to end: Int? = nil) {
        self.bytes = bytes
        self.end = min(end ?? bytes.count, bytes.count)
        self.position = min(position, self.end)
    }

    var left: Int { end - position }

    /// Returns the next bytes without consuming them; nil if there are fewer.
    func peek(_ count: Int) -> ArraySlice<UInt8>? {
        guard count >= 0, count <= left else { return nil }
        return bytes[position..<position + count]
    }

    /// Consumes the next bytes; throws `damaged` if there are fewer.
    mutating func take(_ count: Int) throws(ImageError) -> ArraySlice<UInt8> {
        guard let slice = peek(count) else { throw Self.endsTooSoon }
        position += count
        return slice
    }

    mutating func byte() throws(ImageError) -> UInt8 {
        guard position < end else { throw Self.endsTooSoon }
        defer { position += 1 }
        return bytes[position]
    }

    /// Reads a big-endian number.
    mutating func bigEndian(_ count: Int) throws(ImageError) -> Int {
        try take(count).reduce(0) { $0 << 8 | Int($1) }
    }

    /// Reads a little-endian number.
    mutating func littleEndian(_ count: Int) throws(ImageError) -> Int {
        try take(count).reversed().reduce(0) { $0 << 8 | Int($1) }
    }

    /// Moves past the next occurrence of a byte; false if there is none.
    mutating func skip(past byte: UInt8) -> Bool {
        guard let index = bytes[position..<end].firstIndex(of: byte) else { return false }
        position = index + 1
        return true
    }

    static let endsTooSoon = ImageError.damaged("The file is truncated.")
}

/// Encodes numbers as bytes.
enum ByteWriter {
    /// Returns the low bytes of a number in big-endian order.
    static func bigEndian(_ number: Int, _ count: Int) -> [UInt8] {
        (0..<count).reversed().map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
    }

    /// Returns the low bytes of a number in little-endian order.
    static func littleEndian(_ number: Int, _ count: Int) -> [UInt8] {
        (0..<count).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
    }
}
