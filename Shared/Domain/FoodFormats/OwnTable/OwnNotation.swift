/// Detects the delimiter of a user's own table.
enum OwnDelimiter {
    /// Returns the delimiter.
    ///
    /// - Parameters:
    ///   - chosen: The user's choice.
    ///   - header: The first line.
    /// - Returns: The chosen delimiter, or else the most frequent one of the header.
    static func find(_ chosen: ReaderOptions.Delimiter, in header: ArraySlice<UInt8>) -> UInt8 {
        switch chosen {
        case .comma: return UInt8(ascii: ",")
        case .semicolon: return UInt8(ascii: ";")
        case .tab: return UInt8(ascii: "\t")
        case .automatic: break
        }
        var counts: [UInt8: Int] = [:]
        var isQuoted = false
        for byte in header {
            if byte == UInt8(ascii: "\"") { isQuoted.toggle() }
            if !isQuoted { counts[byte, default: 0] += 1 }
        }
        let candidates = [UInt8(ascii: ","), UInt8(ascii: ";"), UInt8(ascii: "\t")]
        var best = candidates[0]
        for candidate in candidates where counts[candidate, default: 0] > counts[best, default: 0] { best = candidate }
        return best
    }
}

/// Parses numbers in the notations of several countries.
enum OwnNumber {
    private static let comma = UInt8(ascii: ",")

    /// Parses the number of a field.
    ///
    /// - Parameters:
    ///   - table: The table.
    ///   - column: The index of the column.
    ///   - name: The name of the column in rejections.
    ///   - hasDecimalComma: Whether a comma is certainly the decimal separator.
    /// - Returns: Nil if the field is empty.
    /// - Throws: `RowRefusal` if it is not a number, or is ambiguous.
    static func read(
        _ table: Table,
        _ column: Int,
        _ name: String,
        hasDecimalComma: Bool
    ) throws(RowRefusal) -> Double? {
        let hasComma = table.withBytes(column) { bytes, _ in bytes.contains(comma) }
        guard hasComma else { return try table.number(column, name) }
        let isAmbiguous = table.withBytes(column) { bytes, _ in
            let trimmed = FieldText.trim(bytes)
            return trimmed.count - (trimmed.firstIndex(of: comma) ?? 0) == 4
        }
        // Before three digits, a comma may also be a thousands separator.
        if isAmbiguous, !hasDecimalComma {
            throw RowRefusal("\(name) has a comma that may separate decimals or thousands")
        }
        return try table.number(column, name, point: comma)
    }
}
