/// Iterates over the segments of a JPEG.
struct JPEGSegments {
    /// A marker and its data; for a scan, without the entropy-coded data after it.
    struct Segment {
        let marker: UInt8
        let data: ArraySlice<UInt8>

        /// The encoded segment, with marker and length.
        var bytes: [UInt8] { JPEGSegments.bytes(marker, data) }
    }

    private var reader: ByteReader

    init(_ file: [UInt8]) {
        // Skips the start-of-image marker, which the format detection has checked.
        reader = ByteReader(file, from: 2)
    }

    /// Reads the next segment; nil at the end of the image.
    mutating func next() throws(ImageError) -> Segment? {
        guard try reader.byte() == 0xFF else { throw .damaged("It has bytes between its segments.") }
        var marker = try reader.byte()
        // A marker may have any number of fill bytes before it (T.81, B.1.1.2).
        while marker == 0xFF { marker = try reader.byte() }
        if marker == JPEGMarker.endOfImage { return nil }
        guard marker >= 0xC0, marker != JPEGMarker.startOfImage, !JPEGMarker.restarts.contains(marker) else {
            throw .damaged("It has an unknown segment.")
        }
        let length = try reader.bigEndian(2)
        guard length >= 2 else { throw .damaged("A segment has an invalid length.") }
        return Segment(marker: marker, data: try reader.take(length - 2))
    }

    /// Reads the entropy-coded data of a scan, up to the marker that ends it.
    mutating func codedPixels(of file: [UInt8]) throws(ImageError) -> ArraySlice<UInt8> {
        let start = reader.position
        while reader.skip(past: 0xFF) {
            guard let next = reader.peek(1)?.first else { break }
            // 0x00 is byte stuffing, and restart markers belong to the scan (T.81, B.1.1.5).
            if next == 0 || JPEGMarker.restarts.contains(next) || next == 0xFF { continue }
            let end = reader.position - 1
            reader = ByteReader(file, from: end)
            return file[start..<end]
        }
        throw ByteReader.endsTooSoon
    }

    static func bytes(_ marker: UInt8, _ data: some Collection<UInt8>) -> [UInt8] {
        [0xFF, marker] + ByteWriter.bigEndian(data.count + 2, 2) + data
    }
}

/// The markers of JPEG (ITU-T T.81, table B.1), by their second byte.
enum JPEGMarker {
    static let startOfImage: UInt8 = 0xD8
    static let endOfImage: UInt8 = 0xD9
    static let startOfScan: UInt8 = 0xDA
    static let quantization: UInt8 = 0xDB
    static let huffman: UInt8 = 0xC4
    static let restartInterval: UInt8 = 0xDD
    /// Restart markers within a scan.
    static let restarts: ClosedRange<UInt8> = 0xD0...0xD7
    /// Frames that browsers show: baseline, extended and progressive, with Huffman coding.
    static let shownFrames: ClosedRange<UInt8> = 0xC0...0xC2
    /// Other frames: lossless, hierarchical and arithmetic ones.
    ///
    /// DHT has a number in the same range.
    static let otherFrames: Set<UInt8> = [0xC3, 0xC5, 0xC6, 0xC7, 0xC8, 0xC9, 0xCA, 0xCB, 0xCC, 0xCD, 0xCE, 0xCF]
    /// Application segments: 0 is JFIF, 1 Exif and XMP, 2 the colour profile, 14 Adobe.
    static let applications: ClosedRange<UInt8> = 0xE0...0xEF
    static let comment: UInt8 = 0xFE

    /// Returns true for segments that are needed to decode the scans.
    static func isTable(_ marker: UInt8) -> Bool {
        marker == quantization || marker == huffman || marker == restartInterval
    }
}
