/// WebP (RFC 9649): a still image, lossy or lossless, in the simple or the extended format.
enum WebPFile {
    /// The bytes before the first chunk: RIFF, length, WEBP.
    private static let headerBytes = 12
    /// Flags of the extended header (RFC 9649 §2.7.1).
    private static let (profileBit, alphaBit, exifBit, animationBit): (UInt8, UInt8, UInt8, UInt8) = (
        0x20, 0x10, 0x08, 0x02
    )

    /// Reads the size from the first chunk, in either format.
    static func size(_ file: [UInt8]) throws(ImageError) -> ImageSize {
        var reader = try parts(of: file)
        let first = try WebPChunk(&reader)
        if let size = try pixelSize(first) { return size }
        guard first.type == "VP8X", first.data.count == 10 else { throw .damaged("Its header is not the first chunk.") }
        var numbers = ByteReader(Array(first.data), from: 4)
        return ImageSize(width: try numbers.littleEndian(3) + 1, height: try numbers.littleEndian(3) + 1)
    }

    /// Reads the size from a frame header; nil for a chunk without pixels.
    private static func pixelSize(_ chunk: WebPChunk) throws(ImageError) -> ImageSize? {
        var reader = ByteReader(Array(chunk.data.prefix(10)))
        switch chunk.type {
        case "VP8 ":
            // RFC 6386 §9.1: a key frame, its start code, and 14 bits for each side.
            guard try reader.byte() & 1 == 0 else { throw .damaged("It does not begin with a key frame.") }
            _ = try reader.take(2)
            guard try reader.take(3).elementsEqual([0x9D, 0x01, 0x2A]) else { throw .damaged("Its frame is invalid.") }
            let (width, height) = (try reader.littleEndian(2), try reader.littleEndian(2))
            return ImageSize(width: width & 0x3FFF, height: height & 0x3FFF)
        case "VP8L":
            guard try reader.byte() == 0x2F else { throw .damaged("Its frame is invalid.") }
            let bits = try reader.littleEndian(4)
            // Three bits of version, which must be 0 (RFC 9649 §3.4).
            guard bits >> 29 == 0 else { throw .unsupported("It is a WebP of a later version.") }
            return ImageSize(width: bits & 0x3FFF + 1, height: bits >> 14 & 0x3FFF + 1)
        default: return nil
        }
    }

    /// Returns the file without the chunks that are not needed to show it.
    static func cleaned(_ file: [UInt8], _ size: ImageSize) throws(ImageError) -> [UInt8] {
        var reader = try parts(of: file)
        var kept = Parts()
        while reader.left > 0 { try kept.add(try WebPChunk(&reader), size) }
        let body = try kept.body(size)
        return Array("RIFF".utf8) + ByteWriter.littleEndian(4 + body.count, 4) + "WEBP".utf8 + body
    }

    /// Returns a reader of the chunks, which end at the length in the header, not at the end of the file.
    private static func parts(of file: [UInt8]) throws(ImageError) -> ByteReader {
        var header = ByteReader(file, from: 4)
        let length = try header.littleEndian(4)
        guard length >= 4, length <= file.count - 8 else { throw ByteReader.endsTooSoon }
        return ByteReader(file, from: headerBytes, to: 8 + length)
    }

    /// The chunks to keep.
    private struct Parts {
        private var profile: [UInt8] = []
        private var alpha: [UInt8] = []
        private var pixels: [UInt8] = []
        private var orientation: Int?
        private var isLossless = false
        private var hasAlphaBit = false

        mutating func add(_ chunk: WebPChunk, _ size: ImageSize) throws(ImageError) {
            switch chunk.type {
            case "VP8X":
                guard chunk.data.count == 10, let flags = chunk.data.first else {
                    throw .damaged("Its header is invalid.")
                }
                if flags & animationBit != 0 { throw WebPFile.animated }
                hasAlphaBit = flags & alphaBit != 0
            case "ANIM", "ANMF": throw WebPFile.animated
            case "ICCP" where pixels.isEmpty && profile.isEmpty:
                profile = WebPChunk.bytes(chunk.type, chunk.data)
            case "ALPH" where pixels.isEmpty && alpha.isEmpty: alpha = WebPChunk.bytes(chunk.type, chunk.data)
            case "VP8 ", "VP8L":
                guard pixels.isEmpty, try pixelSize(chunk) == size else {
                    throw .damaged("The size of its pixels differs from its header.")
                }
                isLossless = chunk.type == "VP8L"
                pixels = WebPChunk.bytes(chunk.type, chunk.data)
            case "EXIF":
                // Some programs write the Exif prefix of JPEG before the TIFF structure.
                let data = Array(chunk.data)
                let tiff = data.starts(with: "Exif\0\0".utf8) ? Array(data.dropFirst(6)) : data
                orientation = orientation ?? Orientation.value(inTIFF: tiff)
            default: return
            }
        }

        /// Returns the chunks in order, in the extended format only if needed.
        func body(_ size: ImageSize) throws(ImageError) -> [UInt8] {
            guard !pixels.isEmpty else { throw .damaged("It has no pixels.") }
            let alpha = isLossless ? [] : alpha
            guard !profile.isEmpty || !alpha.isEmpty || orientation != nil else { return pixels }
            var flags: UInt8 = profile.isEmpty ? 0 : profileBit
            if !alpha.isEmpty || (isLossless && hasAlphaBit) { flags |= alphaBit }
            if orientation != nil { flags |= exifBit }
            let header =
                [flags, 0, 0, 0] + ByteWriter.littleEndian(size.width - 1, 3)
                + ByteWriter.littleEndian(size.height - 1, 3)
            let turn = orientation.map { WebPChunk.bytes("EXIF", Orientation.tiff($0)) } ?? []
            return WebPChunk.bytes("VP8X", header) + profile + alpha + pixels + turn
        }
    }

    private static let animated = ImageError.unsupported("It is animated; send a still picture.")
}

/// A chunk of a WebP (RFC 9649 §2.3): type, length, data, and a padding byte if the length is odd.
struct WebPChunk {
    let type: String
    let data: ArraySlice<UInt8>

    init(_ reader: inout ByteReader) throws(ImageError) {
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
