/// Reads RFC 4180 strictly, row by row: a row that breaks the rules is told with its line, and reading goes on after it.
package struct CSVReader: Sequence, IteratorProtocol {
    /// One row, or why it is none.
    package struct Row: Equatable {
        /// The line on which the row begins, from 1.
        package let line: Int
        package let fields: Result<[String], Fault>

        package init(line: Int, fields: Result<[String], Fault>) {
            self.line = line
            self.fields = fields
        }
    }

    /// What breaks the format.
    package enum Fault: Error, Equatable {
        case quoteInField
        case textAfterQuote
        case quoteNotClosed
        case bareCarriageReturn
        case fieldTooLong
        case notUTF8
    }

    /// No field of a catalogue comes near; it bounds how far a forgotten quote is followed.
    package static let fieldLengthMax = 10_000

    private static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

    private enum End {
        case field
        case row
    }

    private let bytes: [UInt8]
    private var position: Int
    private var line = 1

    package init(_ bytes: [UInt8]) {
        self.bytes = bytes
        position = bytes.starts(with: Self.byteOrderMark) ? Self.byteOrderMark.count : 0
    }

    package mutating func next() -> Row? {
        guard position < bytes.count else { return nil }
        let (start, startLine) = (position, line)
        do throws(Fault) {
            var fields: [String] = []
            while true {
                let (field, end) = try readField()
                fields.append(field)
                if end == .row { return Row(line: startLine, fields: .success(fields)) }
            }
        } catch {
            // Goes on with the very next line: whatever an open quote has swallowed may be sound.
            let lineFeed = bytes[start...].firstIndex(of: UInt8(ascii: "\n"))
            position = lineFeed.map { $0 + 1 } ?? bytes.count
            line = startLine + 1
            return Row(line: startLine, fields: .failure(error))
        }
    }

    private mutating func readField() throws(Fault) -> (String, End) {
        if position < bytes.count, bytes[position] == UInt8(ascii: "\"") { return try readQuotedField() }
        let start = position
        while position < bytes.count {
            switch bytes[position] {
            case UInt8(ascii: ","), UInt8(ascii: "\n"), UInt8(ascii: "\r"):
                return (try text(bytes[start..<position]), try readEnd(else: .bareCarriageReturn))
            case UInt8(ascii: "\""): throw .quoteInField
            default: position += 1
            }
        }
        return (try text(bytes[start...]), .row)
    }

    private mutating func readQuotedField() throws(Fault) -> (String, End) {
        position += 1
        var content: [UInt8] = []
        while position < bytes.count, content.count <= Self.fieldLengthMax {
            let byte = bytes[position]
            position += 1
            if byte == UInt8(ascii: "\n") { line += 1 }
            guard byte == UInt8(ascii: "\"") else {
                content.append(byte)
                continue
            }
            guard position < bytes.count, bytes[position] == byte else {
                return (try text(content[...]), try readEnd(else: .textAfterQuote))
            }
            content.append(byte)
            position += 1
        }
        throw content.count > Self.fieldLengthMax ? .fieldTooLong : .quoteNotClosed
    }

    /// Reads what follows a field: a comma, the end of the line (CRLF or LF), or the end of the file.
    private mutating func readEnd(else fault: Fault) throws(Fault) -> End {
        guard position < bytes.count else { return .row }
        if bytes[position] == UInt8(ascii: ",") {
            position += 1
            return .field
        }
        if bytes[position] == UInt8(ascii: "\r") { position += 1 }
        guard position < bytes.count, bytes[position] == UInt8(ascii: "\n") else { throw fault }
        position += 1
        line += 1
        return .row
    }

    private func text(_ content: ArraySlice<UInt8>) throws(Fault) -> String {
        guard content.count <= Self.fieldLengthMax else { throw .fieldTooLong }
        guard let text = String(validating: content, as: UTF8.self) else { throw .notUTF8 }
        return text
    }
}
