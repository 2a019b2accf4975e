/// The names of a food as bytes that are ranked without being decoded.
///
/// A line has a head of six bytes: length (two bytes, little-endian), start and end of the leading words, detail, and
/// the number of words of the name. The words of name and brand follow, separated by spaces.
enum NameLines {
    static let headBytes = 6
    /// Names are far shorter; words beyond are searched but not ranked.
    private static let wordsMax = 250
    private static let bytesMax = 4_000

    static func append(_ name: SearchableName, _ brand: [String], to lines: inout [UInt8]) {
        let words = name.words.prefix(wordsMax)
        var text = Array((words + brand.prefix(wordsMax)).joined(separator: " ").utf8)
        if text.count > bytesMax { text.removeSubrange(bytesMax...) }
        lines.append(UInt8(truncatingIfNeeded: text.count))
        lines.append(UInt8(truncatingIfNeeded: text.count >> 8))
        lines.append(UInt8(clamping: min(name.lead.lowerBound, words.count)))
        lines.append(UInt8(clamping: min(name.lead.upperBound, words.count)))
        lines.append(UInt8(clamping: name.detail))
        lines.append(UInt8(words.count))
        lines.append(contentsOf: text)
    }

    /// Calls `body` with each line.
    static func forEach(_ lines: UnsafeRawBufferPointer, _ body: (Line) -> Void) {
        var position = 0
        while position + headBytes <= lines.count {
            let length = Int(lines[position]) | Int(lines[position + 1]) << 8
            let start = position + headBytes
            guard start + length <= lines.count else { return }
            body(
                Line(
                    leadStart: Int(lines[position + 2]),
                    leadEnd: Int(lines[position + 3]),
                    detail: Int(lines[position + 4]),
                    nameWords: Int(lines[position + 5]),
                    text: UnsafeRawBufferPointer(rebasing: lines[start..<start + length])
                )
            )
            position = start + length
        }
    }

    /// A view of one name.
    struct Line {
        let leadStart: Int
        let leadEnd: Int
        let detail: Int
        /// The number of words of the name; the words of the brand follow.
        let nameWords: Int
        let text: UnsafeRawBufferPointer

        /// Calls `body` with each word of name and brand.
        func forEachWord(_ body: (UnsafeRawBufferPointer) -> Void) {
            var start = 0
            for index in text.indices where text[index] == UInt8(ascii: " ") {
                body(UnsafeRawBufferPointer(rebasing: text[start..<index]))
                start = index + 1
            }
            body(UnsafeRawBufferPointer(rebasing: text[start...]))
        }
    }
}
