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
