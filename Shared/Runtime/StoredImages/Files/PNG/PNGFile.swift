/// PNG (RFC 2083, with PNG 1.2 and 3 for newer chunks).
enum PNGFile {
    static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
    /// Chunks that define colours, with their maximum size; each is kept if it comes before the pixels.
    ///
    /// A colour profile is compressed; a megabyte is far more than any camera writes.
    private static let colourParts = [
        "tRNS": 256, "gAMA": 4, "cHRM": 32, "sRGB": 1, "iCCP": 1_048_576, "sBIT": 4, "cICP": 4,
    ]
    /// Bit depths by colour type (RFC 2083 §4.1.1).
    private static let depths: [UInt8: [UInt8]] = [
        0: [1, 2, 4, 8, 16], 2: [8, 16], 3: [1, 2, 4, 8], 4: [8, 16], 6: [8, 16],
    ]
    private static let palette: UInt8 = 3

    /// Reads the size from the header, which is the first chunk.
    static func size(_ file: [UInt8]) throws(ImageError) -> ImageSize {
        var reader = ByteReader(file, from: signature.count)
        let header = try PNGChunk(&reader)
        var numbers = ByteReader(Array(header.data))
        guard header.type == "IHDR", header.data.count == 13 else {
            throw .damaged("Its header is not the first chunk.")
        }
        return ImageSize(width: try numbers.bigEndian(4), height: try numbers.bigEndian(4))
    }

    /// Returns the file without the chunks that are not needed to show its first image.
    static func cleaned(_ file: [UInt8]) throws(ImageError) -> [UInt8] {
        var reader = ByteReader(file, from: signature.count)
        let header = Array(try PNGChunk(&reader).data)
        guard let depths = depths[header[9]], depths.contains(header[8]), header[10] == 0, header[11] == 0,
            header[12] <= 1
        else { throw .damaged("Its header has an unknown colour type, bit depth or method.") }
        var parts = Parts(hasPalette: header[9] == palette)
        while try parts.add(PNGChunk(&reader)) {}
        let turn = parts.orientation.map { PNGChunk.bytes("eXIf", Orientation.tiff($0)) } ?? []
        return signature + PNGChunk.bytes("IHDR", header) + parts.colours + turn + parts.pixels
            + PNGChunk.bytes("IEND", [])
    }

    /// The chunks to keep.
    private struct Parts {
        let hasPalette: Bool
        var colours: [UInt8] = []
        var pixels: [UInt8] = []
        var orientation: Int?
        private var appendedTypes: Set<String> = []
        /// True if another chunk followed the pixels; IDAT chunks must be consecutive.
        private var isBehindPixels = false

        init(hasPalette: Bool) {
            self.hasPalette = hasPalette
        }

        /// Keeps or drops a chunk; false after the last one.
        mutating func add(_ chunk: PNGChunk) throws(ImageError) -> Bool {
            switch chunk.type {
            case "IDAT":
                guard !isBehindPixels, !hasPalette || appendedTypes.contains("PLTE") else {
                    throw .damaged("Its chunks are in the wrong order.")
                }
                pixels += PNGChunk.bytes("IDAT", chunk.data)
                return true
            case "IEND":
                guard !pixels.isEmpty else { throw .damaged("It has no pixels.") }
                return false
            case "PLTE":
                guard pixels.isEmpty, chunk.data.count % 3 == 0, (3...768).contains(chunk.data.count) else {
                    throw .damaged("Its palette is invalid.")
                }
                try append(chunk)
            case "eXIf": orientation = orientation ?? Orientation.value(inTIFF: Array(chunk.data))
            default:
                // A type with an initial capital is critical: a decoder must know it (RFC 2083 §3.3).
                guard chunk.type.first?.isLowercase == true else {
                    throw .damaged("It has an unknown critical chunk \(chunk.type).")
                }
                if let max = colourParts[chunk.type], chunk.data.count <= max, pixels.isEmpty { try append(chunk) }
            }
            isBehindPixels = !pixels.isEmpty
            return true
        }

        private mutating func append(_ chunk: PNGChunk) throws(ImageError) {
            guard appendedTypes.insert(chunk.type).inserted else { throw .damaged("It has two chunks \(chunk.type).") }
            colours += PNGChunk.bytes(chunk.type, chunk.data)
        }
    }
}
