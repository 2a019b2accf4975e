import Contracts
import Glibc

/// Delimited text with a header line.
struct Table {
    /// Maximum number of columns; a longer first line is not a header.
    private static let columnsMax = 2_000

    let name: String
    /// The columns of the header, without surrounding spaces.
    private(set) var columns: [String] = []
    private var reader: DelimitedReader

    /// Reads the header.
    ///
    /// - Parameters:
    ///   - stream: The bytes.
    ///   - isQuoting: Whether fields may be quoted (RFC 4180).
    ///   - delimiter: Returns the separator of fields for a given first line.
    /// - Throws: `SourceFailure` if there is no header, or the text is not UTF-8.
    init(
        _ stream: any ByteStream,
        isQuoting: Bool = true,
        delimiter: (ArraySlice<UInt8>) -> UInt8 = { _ in UInt8(ascii: ",") }
    ) throws(SourceFailure) {
        name = stream.name
        var window = ByteWindow(stream)
        try window.fill()
        try Self.check(window, name)
        window.dropByteOrderMark()
        let firstLine = window.bytes[window.start..<window.end].prefix { $0 != UInt8(ascii: "\n") }
        reader = DelimitedReader(window, delimiter: delimiter(firstLine), isQuoting: isQuoting)
        try readHeader()
    }

    var stream: any ByteStream { reader.window.stream }

    /// The number of fields of the current record.
    var fieldCount: Int { reader.fields.count }

    /// Reads the next record; a record with too few or too many fields is rejected.
    mutating func next() throws(SourceFailure) -> DelimitedReader.Step {
        let step = try reader.next()
        guard case .record(let line) = step, fieldCount != columns.count else { return step }
        return .refused(
            line: line,
            RowRefusal(
                "has \(fieldCount) fields instead of \(columns.count)",
                .fieldCount,
                ["found": "\(fieldCount)", "expected": "\(columns.count)"]
            )
        )
    }

    /// Calls `body` with the bytes of a field of the current record.
    ///
    /// - Parameters:
    ///   - column: The index of the column.
    ///   - body: Receives the bytes, in which quotes are still doubled.
    /// - Returns: The result of `body`.
    func withBytes<Result>(_ column: Int, _ body: (UnsafeBufferPointer<UInt8>, _ hasDoubledQuotes: Bool) -> Result)
        -> Result
    {
        let field = reader.fields[column]
        return reader.window.bytes.withUnsafeBufferPointer { bytes in
            body(UnsafeBufferPointer(rebasing: bytes[field.start..<field.end]), field.hasDoubledQuotes)
        }
    }

    /// The existing columns, for messages.
    var columnsFound: String {
        let shown = columns.prefix(Self.columnsShownMax).joined(separator: ", ")
        return columns.count > Self.columnsShownMax
            ? shown + " and \(columns.count - Self.columnsShownMax) more" : shown
    }
    private static let columnsShownMax = 40

    private static func check(_ window: ByteWindow, _ name: String) throws(SourceFailure) {
        guard window.count > 0 else {
            throw Self.isEmpty(name)
        }
        let first = window.bytes[window.start..<window.end].prefix(4)
        // In UTF-16, ASCII characters of a header have a zero byte.
        if first.starts(with: [0xFF, 0xFE]) || first.starts(with: [0xFE, 0xFF]) || first.prefix(2).contains(0) {
            throw SourceFailure(
                name,
                "is UTF-16",
                advice: "Convert it to UTF-8, such as with: iconv -f UTF-16 -t UTF-8 FILE > NEWFILE",
                .utf16
            )
        }
    }

    private mutating func readHeader() throws(SourceFailure) {
        switch try reader.next() {
        case .record:
            for column in 0..<fieldCount {
                guard let text = FieldText.text(self, column) else {
                    throw SourceFailure(
                        name,
                        "has a header that is not UTF-8",
                        advice: "Convert the file to UTF-8.",
                        .brokenHeader
                    )
                }
                columns.append(text)
            }
        case .refused(_, let refusal):
            throw SourceFailure(
                name,
                "has no header: its first line \(refusal.reason)",
                advice: "Its first line must name the columns, and lines must end with LF or CRLF.",
                .brokenHeader
            )
        case .end: throw Self.isEmpty(name)
        }
        guard columns.count <= Self.columnsMax else {
            throw SourceFailure(
                name,
                "has \(columns.count) columns",
                advice: "Check that it is the right file.",
                .tooManyColumns,
                ["max": "\(Self.columnsMax)"]
            )
        }
        if let duplicate = Self.firstDuplicate(columns) {
            throw SourceFailure(
                name,
                "has two columns called \(duplicate)",
                advice: "Rename or remove one of them.",
                .doubledColumn,
                ["column": duplicate]
            )
        }
    }

    private static func isEmpty(_ name: String) -> SourceFailure {
        SourceFailure(name, "is empty", advice: "Its first line must name the columns.", .empty)
    }

    private static func firstDuplicate(_ columns: [String]) -> String? {
        var seen: Set<String> = []
        return columns.first { !$0.isEmpty && !seen.insert($0).inserted }
    }
}
