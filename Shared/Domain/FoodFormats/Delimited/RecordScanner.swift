/// The range of a field in a buffer.
struct FieldRange: Equatable {
    var start: Int
    var end: Int
    /// Whether it contains doubled quotes.
    var hasDoubledQuotes = false
}

/// Finds the fields of one record of delimited text.
struct RecordScanner {
    /// The result of a scan.
    enum Outcome: Equatable {
        /// A record; the next one begins at `end`.
        case record(end: Int, lines: Int)
        /// The record does not end within the buffer.
        case incomplete
        case fault(String)
    }

    /// Maximum size of a quoted field, which bounds the effect of an unclosed quote; the longest lists of ingredients
    /// have a tenth of it.
    static let quotedFieldBytesMax = 64 * 1_024

    let delimiter: UInt8
    /// Whether fields may be quoted (RFC 4180); if not, a quote is an ordinary character.
    let isQuoting: Bool

    private static let quote = UInt8(ascii: "\"")
    private static let lineFeed = UInt8(ascii: "\n")
    private static let carriageReturn = UInt8(ascii: "\r")

    /// Scans one record.
    ///
    /// - Parameters:
    ///   - bytes: The buffer.
    ///   - start: The start of the record.
    ///   - isAtEnd: Whether the stream ends with the buffer.
    ///   - fields: Receives the fields of the record.
    /// - Returns: The result.
    func scan(
        _ bytes: UnsafeBufferPointer<UInt8>,
        from start: Int,
        isAtEnd: Bool,
        _ fields: inout [FieldRange]
    ) -> Outcome {
        fields.removeAll(keepingCapacity: true)
        var (position, lines) = (start, 1)
        while true {
            if isQuoting, position < bytes.count, bytes[position] == Self.quote {
                if let outcome = scanQuoted(bytes, &position, &lines, isAtEnd: isAtEnd, &fields) { return outcome }
            } else {
                scanPlain(bytes, &position, &fields)
            }
            guard position < bytes.count else {
                return isAtEnd ? .record(end: position, lines: lines) : .incomplete
            }
            switch bytes[position] {
            case delimiter: position += 1
            case Self.lineFeed: return .record(end: position + 1, lines: lines)
            case Self.carriageReturn:
                guard position + 1 < bytes.count else {
                    return isAtEnd ? .record(end: position + 1, lines: lines) : .incomplete
                }
                guard bytes[position + 1] == Self.lineFeed else { return .fault("has a carriage return within a line") }
                return .record(end: position + 2, lines: lines)
            case Self.quote: return .fault("has a quote within a field that does not begin with one")
            default: return .fault("has text after a closing quote")
            }
        }
    }

    private func scanPlain(_ bytes: UnsafeBufferPointer<UInt8>, _ position: inout Int, _ fields: inout [FieldRange]) {
        let start = position
        // Without quoting, the delimiter takes the place of the quote, so that only delimiters and line ends match.
        let quote = isQuoting ? Self.quote : delimiter
        while position < bytes.count {
            let byte = bytes[position]
            if byte == delimiter || byte == Self.lineFeed || byte == Self.carriageReturn || byte == quote { break }
            position += 1
        }
        fields.append(FieldRange(start: start, end: position))
    }

    /// Scans a field from its opening quote to after its closing quote.
    ///
    /// - Returns: Nil on success, or the result to return.
    private func scanQuoted(
        _ bytes: UnsafeBufferPointer<UInt8>,
        _ position: inout Int,
        _ lines: inout Int,
        isAtEnd: Bool,
        _ fields: inout [FieldRange]
    ) -> Outcome? {
        var field = FieldRange(start: position + 1, end: position + 1)
        var index = position + 1
        while true {
            guard index - field.start <= Self.quotedFieldBytesMax else {
                return .fault("has a quote that is not closed")
            }
            guard index < bytes.count else {
                return isAtEnd ? .fault("has a quote that is not closed") : .incomplete
            }
            let byte = bytes[index]
            if byte == Self.lineFeed { lines += 1 }
            if byte == Self.quote {
                if index + 1 == bytes.count, !isAtEnd { return .incomplete }
                guard index + 1 < bytes.count, bytes[index + 1] == Self.quote else { break }
                field.hasDoubledQuotes = true
                index += 1
            }
            index += 1
        }
        field.end = index
        fields.append(field)
        position = index + 1
        return nil
    }
}
