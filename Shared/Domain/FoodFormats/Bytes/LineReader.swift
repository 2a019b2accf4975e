import Glibc

/// Reads lines of arbitrary bytes from a stream; a line that is too long is rejected with its number and skipped.
struct LineReader {
    /// The result of one read.
    enum Step {
        /// A line; its bytes are valid until the next read.
        case line(number: Int)
        case refused(number: Int, RowRefusal)
        case end
    }

    /// Maximum length of a line; the longest products have a third of it.
    static let lineBytesMax = 8 * 1_024 * 1_024

    private(set) var window: ByteWindow
    private var number = 0
    private var lineEnd = 0
    private var nextStart = 0

    init(_ stream: any ByteStream) {
        window = ByteWindow(stream)
    }

    /// Returns the first bytes without a byte order mark; call it before the first line is read.
    mutating func firstBytes() throws(SourceFailure) -> ArraySlice<UInt8> {
        try window.fill()
        window.dropByteOrderMark()
        nextStart = window.start
        return window.bytes[window.start..<window.end]
    }

    /// Reads the next line.
    mutating func next() throws(SourceFailure) -> Step {
        window.drop(upTo: nextStart)
        var searched = 0
        var isTooLong = false
        while true {
            if let length = lineFeed(behind: searched) {
                number += 1
                (lineEnd, nextStart) = (window.start + length, window.start + length + 1)
                return isTooLong ? .refused(number: number, Self.tooLong) : .line(number: number)
            }
            searched = window.count
            if window.isAtEnd {
                (lineEnd, nextStart) = (window.end, window.end)
                guard window.count > 0 || isTooLong else { return .end }
                number += 1
                return isTooLong ? .refused(number: number, Self.tooLong) : .line(number: number)
            }
            if searched > Self.lineBytesMax { isTooLong = true }
            if isTooLong {
                window.drop(searched)
                searched = 0
            }
            try window.fill()
        }
    }

    /// Calls `body` with the line's bytes, without its line feed.
    func withLine<Result>(_ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
        window.bytes.withUnsafeBufferPointer { bytes in
            body(UnsafeBufferPointer(rebasing: bytes[window.start..<lineEnd]))
        }
    }

    private static let tooLong = RowRefusal("is longer than \(lineBytesMax / 1_024 / 1_024) MiB")

    /// Returns the offset of the next line feed from the start of the window.
    private func lineFeed(behind searched: Int) -> Int? {
        let (start, count) = (window.start, window.count)
        guard count > searched else { return nil }
        return window.bytes.withUnsafeBytes { bytes in
            guard let base = bytes.baseAddress,
                let found = memchr(base + start + searched, Int32(UInt8(ascii: "\n")), count - searched)
            else { return nil }
            return UnsafeRawPointer(found) - (base + start)
        }
    }
}
