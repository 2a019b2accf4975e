/// A chunk of a WebP (RFC 9649 §2.3): type, length, data, and a padding byte if the length is odd.
struct WebPChunk {
    let type: String
    let data: ArraySlice<UInt8>

    init(_ reader: inout ByteReader) throws(PictureError) {
        let name = try reader.take(4)
        guard name.allSatisfy({ (0x20...0x7E).contains($0) }) else { throw .damaged("A chunk has an invalid type.") }
        type = String(decoding: name, as: UTF8.self)
        let length = try reader.littleEndian(4)
        data = try reader.take(length)
        if length % 2 == 1 { _ = try reader.byte() }
    }

    /// Encodes a chunk.
    static func bytes(_ type: String, _ data: some Collection<UInt8>) -> [UInt8] {
        Array(type.utf8) + ByteWriter.littleEndian(data.count, 4) + data + (data.count % 2 == 1 ? [0] : [])
    }
}
