import Contracts
import Glibc

/// Reads delimited text record by record from a stream; an invalid record is rejected with its line.
///
/// Reading continues with the next line.
struct DelimitedReader {
    /// The result of one read.
    enum Step {
        /// A record; its fields are valid until the next read.
        case record(line: Int)
        case refused(line: Int, RowRefusal)
        case end
    }

    /// Maximum size of a record, which bounds memory; no row of a source comes close.
    static let recordBytesMax = 1_024 * 1_024

    private static let lineFeed = UInt8(ascii: "\n")

    private(set) var window: ByteWindow
    private let scanner: RecordScanner
    private(set) var fields: [FieldRange] = []
    /// End of the current record.
    private var recordEnd = 0
    private var line = 1

    /// Starts at the first byte of the window.
    ///
    /// - Parameters:
    ///   - window: The bytes, without a byte order mark.
    ///   - delimiter: The separator of fields.
    ///   - isQuoting: Whether fields may be quoted (RFC 4180).
    init(_ window: ByteWindow, delimiter: UInt8, isQuoting: Bool) {
        self.window = window
        scanner = RecordScanner(delimiter: delimiter, isQuoting: isQuoting)
        recordEnd = window.start
    }

    /// Reads the next record; empty lines are skipped.
    mutating func next() throws(SourceFailure) -> Step {
        while true {
            window.drop(upTo: recordEnd)
            recordEnd = window.start
            if window.count == 0 {
                try window.fill()
                recordEnd = window.start
                if window.count == 0, window.isAtEnd { return .end }
            }
            let startLine = line
            let step = try scan(startLine)
            if case .record = step, fields.count == 1, fields[0].start == fields[0].end { continue }
            return step
        }
    }

    private mutating func scan(_ startLine: Int) throws(SourceFailure) -> Step {
        while true {
            switch scanFields() {
            case .record(let end, let lines):
                recordEnd = end
                line += lines
                if end - window.start > Self.recordBytesMax { return .refused(line: startLine, Self.tooLong) }
                return containsNull() ? .refused(line: startLine, Self.containsNull) : .record(line: startLine)
            case .fault(let reason):
                try skipLine()
                return .refused(line: startLine, RowRefusal(reason, .brokenRow))
            case .incomplete:
                guard window.count <= Self.recordBytesMax else {
                    try skipLine()
                    return .refused(line: startLine, Self.tooLong)
                }
                try window.fill()
            }
        }
    }

    private mutating func scanFields() -> RecordScanner.Outcome {
        let (scanner, start, end, isAtEnd) = (scanner, window.start, window.end, window.isAtEnd)
        var fields: [FieldRange] = []
        swap(&fields, &self.fields)
        defer { swap(&fields, &self.fields) }
        return window.bytes.withUnsafeBufferPointer { bytes in
            scanner.scan(UnsafeBufferPointer(rebasing: bytes[..<end]), from: start, isAtEnd: isAtEnd, &fields)
        }
    }

    private static let tooLong = RowRefusal("is longer than \(recordBytesMax / 1_024) KiB", .rowTooLong)
    private static let containsNull = RowRefusal("contains a zero byte", .notText)

    /// Skips only the first line of an invalid record, since an unclosed quote may have swallowed valid records.
    private mutating func skipLine() throws(SourceFailure) {
        line += 1
        fields.removeAll(keepingCapacity: true)
        while true {
            if let index = firstIndex(of: Self.lineFeed, in: window.start..<window.end) {
                recordEnd = index + 1
                return
            }
            window.drop(upTo: window.end)
            recordEnd = window.end
            if window.isAtEnd { return }
            try window.fill()
            recordEnd = window.start
        }
    }

    private func containsNull() -> Bool { firstIndex(of: 0, in: window.start..<recordEnd) != nil }

    private func firstIndex(of byte: UInt8, in range: Range<Int>) -> Int? {
        window.bytes.withUnsafeBytes { bytes in
            guard let base = bytes.baseAddress, !range.isEmpty,
                let found = memchr(base + range.lowerBound, Int32(byte), range.count)
            else { return nil }
            return UnsafeRawPointer(found) - base
        }
    }
}
