/// How a picture has to be turned to be upright, as Exif tells it (CIPA DC-008, tag 0x0112): the only thing in Exif that
/// is needed to show a picture.
enum Orientation {
    private static let tag = 0x0112
    /// A number of 16 bits (TIFF 6.0, section 2).
    private static let shortType = 3
    /// The values that turn or mirror; 1 leaves the picture as it is.
    private static let turning = 2...8
    /// Entries of a directory that are looked at; cameras write some twenty.
    private static let entriesMax = 500

    /// The orientation in a TIFF structure, which is what stands in an Exif block.
    ///
    /// - Parameter tiff: The structure; whatever is wrong with it means that there is none.
    /// - Returns: 2 to 8, or nil where the picture stays as it is.
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
                let value = number(tiff, at: entry + 8, 2, isLittleEndian), turning.contains(value)
            else { return nil }
            return value
        }
        return nil
    }

    /// A TIFF structure that tells an orientation and nothing else.
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
