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
