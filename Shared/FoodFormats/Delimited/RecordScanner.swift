/// Where a field of a record stands among bytes.
struct FieldRange: Equatable {
    var start: Int
    var end: Int
    /// Whether it holds quotes that are written twice.
    var hasDoubledQuotes = false
}

/// Finds the fields of one record of delimited text.
struct RecordScanner {
    /// What the scanner came to.
    enum Outcome: Equatable {
        /// A record; the next one begins at `end`.
        case record(end: Int, lines: Int)
        /// It does not end before the bytes do.
        case incomplete
        case fault(String)
    }

    /// It bounds how far a forgotten quote is followed; the longest lists of ingredients have a tenth of it.
    static let quotedFieldBytesMax = 64 * 1_024

    let delimiter: UInt8
    /// Whether fields may be quoted by the rules of RFC 4180; without, a quote is a letter like others.
    let isQuoting: Bool

    private static let quote = UInt8(ascii: "\"")
    private static let lineFeed = UInt8(ascii: "\n")
    private static let carriageReturn = UInt8(ascii: "\r")

    /// Reads one record.
    ///
    /// - Parameters:
    ///   - bytes: What to read.
    ///   - start: Where the record begins.
    ///   - isAtEnd: Whether nothing follows these bytes.
    ///   - fields: Is filled with the fields of the record.
    /// - Returns: Whether it is one.
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
                guard bytes[position + 1] == Self.lineFeed else { return .fault("has a carriage return in its middle") }
                return .record(end: position + 2, lines: lines)
            case Self.quote: return .fault("has a quote within a field that does not begin with one")
            default: return .fault("has text behind a closing quote")
            }
        }
    }

    private func scanPlain(_ bytes: UnsafeBufferPointer<UInt8>, _ position: inout Int, _ fields: inout [FieldRange]) {
        let start = position
        // Without quoting it never matches: nothing else than the delimiter is looked for.
        let quote = isQuoting ? Self.quote : delimiter
        while position < bytes.count {
            let byte = bytes[position]
            if byte == delimiter || byte == Self.lineFeed || byte == Self.carriageReturn || byte == quote { break }
            position += 1
        }
        fields.append(FieldRange(start: start, end: position))
    }

    /// Reads a field from its opening quote to behind its closing one.
    ///
    /// - Returns: Why it cannot, if it cannot.
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
