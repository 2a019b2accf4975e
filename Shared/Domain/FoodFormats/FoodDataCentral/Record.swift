/// Encodes a record of a partition: a sequence of integers, amounts and texts.
struct RecordWriter {
    private var bytes: [UInt8] = []

    init() {
        bytes.reserveCapacity(256)
    }

    mutating func removeAll() { bytes.removeAll(keepingCapacity: true) }

    mutating func write(_ number: UInt64) { Self.write(number, to: &bytes) }

    private static func write(_ number: UInt64, to bytes: inout [UInt8]) {
        var rest = number
        while rest >= 0x80 {
            bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        bytes.append(UInt8(rest))
    }

    mutating func write(_ amount: Double) {
        withUnsafeBytes(of: amount.bitPattern.littleEndian) { bytes.append(contentsOf: $0) }
    }

    mutating func write(_ text: String?) {
        let text = text ?? ""
        write(UInt64(text.utf8.count))
        bytes.append(contentsOf: text.utf8)
    }

    /// Appends the record with a length prefix.
    func append(to buffer: inout [UInt8]) {
        Self.write(UInt64(bytes.count), to: &buffer)
        buffer.append(contentsOf: bytes)
    }
}

/// Decodes records of a partition, which the same process has written.
struct RecordReader {
    private var window: ByteWindow
    private var end = 0

    init(_ stream: any ByteStream) {
        window = ByteWindow(stream)
    }

    /// Advances to the next record.
    ///
    /// - Returns: Whether there is one.
    /// - Throws: `SourceFailure` if the file is truncated.
    mutating func next() throws(SourceFailure) -> Bool {
        window.drop(upTo: end)
        while window.count < Self.lengthBytesMax, !window.isAtEnd { try window.fill() }
        guard window.count > 0 else { return false }
        let length = Int(number())
        while window.count < length, !window.isAtEnd { try window.fill() }
        guard window.count >= length else {
            throw SourceFailure(window.stream.name, "lost data that was written to it", advice: "Check the disk.")
        }
        end = window.start + length
        return true
    }

    private static let lengthBytesMax = 10

    mutating func number() -> UInt64 {
        var (value, shift) = (UInt64(0), UInt64(0))
        while window.count > 0 {
            let byte = window.bytes[window.start]
            window.drop(1)
            value |= UInt64(byte & 0x7F) << shift
            if byte < 0x80 { break }
            shift += 7
        }
        return value
    }

    mutating func amount() -> Double {
        var bits: UInt64 = 0
        for offset in 0..<8 where window.start + offset < window.end {
            bits |= UInt64(window.bytes[window.start + offset]) << UInt64(8 * offset)
        }
        window.drop(8)
        return Double(bitPattern: bits)
    }

    /// Returns a text; nil if it is empty.
    mutating func text() -> String? {
        let count = min(Int(number()), window.count)
        defer { window.drop(count) }
        return count == 0 ? nil : String(decoding: window.bytes[window.start..<window.start + count], as: UTF8.self)
    }
}
