/// Reads numbers as people of many countries write them.
enum OwnNumber {
    private static let comma = UInt8(ascii: ",")

    /// Reads the number of a field.
    ///
    /// - Parameters:
    ///   - table: Whose record.
    ///   - column: Its index.
    ///   - name: What refusals call it.
    ///   - hasDecimalComma: Whether a comma stands before decimals for sure.
    /// - Returns: Nil where the field is empty.
    /// - Throws: `RowRefusal` if it is no number, or could be two.
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
        // With three digits behind it, a comma may just as well stand after the thousands.
        if isAmbiguous, !hasDecimalComma {
            throw RowRefusal("\(name) has a comma that may stand before decimals or after thousands")
        }
        return try table.number(column, name, point: comma)
    }
}
