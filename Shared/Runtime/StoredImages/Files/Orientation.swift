/// The Exif orientation of an image (CIPA DC-008, tag 0x0112), the only part of Exif needed for display.
enum Orientation {
    private static let tag = 0x0112
    /// The TIFF type of 16-bit numbers (TIFF 6.0, section 2).
    private static let shortType = 3
    /// The values that rotate or mirror; 1 means upright.
    private static let nonUpright = 2...8
    /// The maximum of directory entries to search; cameras write some twenty.
    private static let entriesMax = 500

    /// Reads the orientation from a TIFF structure, the content of an Exif block.
    ///
    /// - Parameter tiff: The structure; a damaged one has no orientation.
    /// - Returns: 2 to 8, or nil if the image is upright.
    static func value(inTIFF tiff: [UInt8]) -> Int? {
        guard tiff.count >= 8 else { return nil }
        let isLittleEndian = tiff.starts(with: "II".utf8)
        guard isLittleEndian || tiff.starts(with: "MM".utf8), number(tiff, at: 2, 2, isLittleEndian) == 42,
            let start = number(tiff, at: 4, 4, isLittleEndian), let count = number(tiff, at: start, 2, isLittleEndian)
        else { return nil }
        for index in 0..<min(count, entriesMax) {
            let entry = start + 2 + 12 * index
            guard let found = number(tiff, at: entry, 2, isLittleEndian) else { return nil }
            guard found == tag else { continue }
            guard number(tiff, at: entry + 2, 2, isLittleEndian) == shortType,
                number(tiff, at: entry + 4, 4, isLittleEndian) == 1,
                let value = number(tiff, at: entry + 8, 2, isLittleEndian), nonUpright.contains(value)
            else { return nil }
            return value
        }
        return nil
    }

    /// Returns a TIFF structure that contains only an orientation.
    static func tiff(_ value: Int) -> [UInt8] {
        typealias Writer = ByteWriter
        return Array("MM".utf8) + Writer.bigEndian(42, 2) + Writer.bigEndian(8, 4) + Writer.bigEndian(1, 2)
            + Writer.bigEndian(tag, 2) + Writer.bigEndian(shortType, 2) + Writer.bigEndian(1, 4)
            + Writer.bigEndian(value, 2) + [0, 0] + Writer.bigEndian(0, 4)
    }

    private static func number(_ bytes: [UInt8], at position: Int, _ count: Int, _ isLittleEndian: Bool) -> Int? {
        guard position >= 0, position <= bytes.count - count else { return nil }
        let slice = bytes[position..<position + count]
        return isLittleEndian
            ? slice.reversed().reduce(0) { $0 << 8 | Int($1) } : slice.reduce(0) { $0 << 8 | Int($1) }
    }
}
