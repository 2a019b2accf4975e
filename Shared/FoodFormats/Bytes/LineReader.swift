import Glibc

/// Reads lines of any bytes out of a stream; one that is too long is told with its number, and reading goes on behind it.
struct LineReader {
    /// What was read.
    enum Step {
        /// A line; its bytes can be asked for until the next one.
        case line(number: Int)
        case refused(number: Int, RowRefusal)
        case end
    }

    /// Of a line; the longest products have a third of it.
    static let lineBytesMax = 8 * 1_024 * 1_024

    private(set) var window: ByteWindow
    private var number = 0
    private var lineEnd = 0
    private var nextStart = 0

    init(_ stream: any ByteStream) {
        window = ByteWindow(stream)
    }

    /// The first bytes, behind any byte order mark; for before the first line is read.
    mutating func beginning() throws(SourceFailure) -> ArraySlice<UInt8> {
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

    /// Hands over the line's bytes without its end.
    func withLine<Result>(_ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
        window.bytes.withUnsafeBufferPointer { bytes in
            body(UnsafeBufferPointer(rebasing: bytes[window.start..<lineEnd]))
        }
    }

    private static let tooLong = RowRefusal("is longer than \(lineBytesMax / 1_024 / 1_024) MiB")

    /// How far behind the start a line feed stands.
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
