/// A chunk of a PNG (RFC 2083 §3.2): length, type, data and checksum.
struct PNGChunk {
    /// The bytes of length, type and checksum.
    private static let frameBytes = 12

    let type: String
    let data: ArraySlice<UInt8>

    /// Reads the next chunk.
    ///
    /// - Throws: `damaged` for a wrong length, checksum or type.
    init(_ reader: inout ByteReader) throws(ImageError) {
        let length = try reader.bigEndian(4)
        guard length <= reader.left, let checked = reader.peek(4 + length) else { throw ByteReader.endsTooSoon }
        let name = try reader.take(4)
        guard name.allSatisfy({ (65...90).contains($0) || (97...122).contains($0) }) else {
            throw .damaged("A chunk has an invalid type.")
        }
        type = String(decoding: name, as: UTF8.self)
        data = try reader.take(length)
        guard try reader.bigEndian(4) == Int(PNGChecksum.of(checked)) else {
            throw .damaged("The checksum of its chunk \(type) is wrong.")
        }
    }

    /// Encodes a chunk.
    static func bytes(_ type: String, _ data: some Collection<UInt8>) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(data.count + frameBytes)
        bytes += ByteWriter.bigEndian(data.count, 4)
        bytes += type.utf8
        bytes += data
        bytes += ByteWriter.bigEndian(Int(PNGChecksum.of(bytes[4...])), 4)
        return bytes
    }
}

/// The checksum of PNG: CRC-32 (RFC 2083 §3.4).
enum PNGChecksum {
    private static let table: [UInt32] = (0..<256).map { index in
        (0..<8).reduce(UInt32(index)) { value, _ in value & 1 == 1 ? 0xEDB8_8320 ^ value >> 1 : value >> 1 }
    }

    static func of(_ bytes: ArraySlice<UInt8>) -> UInt32 {
        let table = table
        var value: UInt32 = 0xFFFF_FFFF
        for byte in bytes { value = table[Int((value ^ UInt32(byte)) & 0xFF)] ^ value >> 8 }
        return value ^ 0xFFFF_FFFF
    }
}
