import Glibc

/// Extracts texts from the fields of a table's current record.
enum FieldText {
    /// Returns the text of a field without surrounding spaces.
    ///
    /// - Parameters:
    ///   - table: The table.
    ///   - column: The index of the column.
    ///   - keepsSpaces: Whether to keep surrounding spaces.
    /// - Returns: The text; nil if it is not UTF-8.
    static func text(_ table: Table, _ column: Int, keepsSpaces: Bool = false) -> String? {
        table.withBytes(column) { bytes, hasDoubledQuotes in
            let trimmed = keepsSpaces ? bytes : trim(bytes)
            guard hasDoubledQuotes else { return String(validating: trimmed, as: UTF8.self) }
            return String(validating: withSingleQuotes(trimmed), as: UTF8.self)
        }
    }

    /// Returns whether a field is empty or has only spaces.
    static func isEmpty(_ table: Table, _ column: Int) -> Bool {
        table.withBytes(column) { bytes, _ in trim(bytes).isEmpty }
    }

    static func trim(_ bytes: UnsafeBufferPointer<UInt8>) -> UnsafeBufferPointer<UInt8> {
        var (start, end) = (0, bytes.count)
        while start < end, bytes[start].isSpace { start += 1 }
        while end > start, bytes[end - 1].isSpace { end -= 1 }
        return UnsafeBufferPointer(rebasing: bytes[start..<end])
    }

    /// Replaces doubled quotes by single ones.
    private static func withSingleQuotes(_ bytes: UnsafeBufferPointer<UInt8>) -> [UInt8] {
        let quote = UInt8(ascii: "\"")
        var result: [UInt8] = []
        result.reserveCapacity(bytes.count)
        var wasQuote = false
        for byte in bytes {
            if byte == quote, wasQuote {
                wasQuote = false
                continue
            }
            wasQuote = byte == quote
            result.append(byte)
        }
        return result
    }
}

extension UInt8 {
    /// Whether the byte is ASCII white space.
    var isSpace: Bool { self == 0x20 || (0x09...0x0D).contains(self) }
}

extension String {
    /// Returns a prefix for messages, since a file may have megabytes in one field, or even in one character.
    ///
    /// - Parameter bytesMax: Maximum number of bytes in UTF-8.
    /// - Returns: The text, or a prefix with an ellipsis.
    package func beginning(bytesMax: Int) -> String {
        guard utf8.count > bytesMax else { return self }
        let ellipsis = "…"
        var (beginning, bytes) = (String.UnicodeScalarView(), ellipsis.utf8.count)
        for scalar in unicodeScalars {
            bytes += UTF8.width(scalar)
            guard bytes <= bytesMax else { break }
            beginning.append(scalar)
        }
        return String(beginning) + ellipsis
    }
}
