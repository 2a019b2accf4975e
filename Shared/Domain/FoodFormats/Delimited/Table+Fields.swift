extension Table {
    var progress: ReadProgress {
        ReadProgress(bytesRead: stream.bytesReadOnDisk, bytesInAll: stream.bytesOnDisk)
    }

    /// Returns the text of a field without surrounding spaces; nil if it is empty or the column does not exist.
    ///
    /// - Parameters:
    ///   - column: The index of the column.
    ///   - name: The name of the column in rejections.
    /// - Returns: The text.
    /// - Throws: `RowRefusal` if it is not UTF-8.
    func text(_ column: Int?, _ name: @autoclosure () -> String) throws(RowRefusal) -> String? {
        guard let column else { return nil }
        guard let text = FieldText.text(self, column) else { throw RowRefusal("\(name()) is not UTF-8") }
        return text.isEmpty ? nil : text
    }

    /// Returns the number of a field; nil if it is empty, since unknown is not 0.
    ///
    /// - Parameters:
    ///   - column: The index of the column.
    ///   - name: The name of the column in rejections.
    ///   - point: The decimal separator.
    /// - Returns: The number.
    /// - Throws: `RowRefusal` if it is not a number.
    func number(
        _ column: Int?,
        _ name: @autoclosure () -> String,
        point: UInt8 = UInt8(ascii: ".")
    ) throws(RowRefusal) -> Double? {
        guard let column else { return nil }
        let (isEmpty, number) = withBytes(column) { bytes, _ in
            let trimmed = FieldText.trim(bytes)
            return (trimmed.isEmpty, trimmed.isEmpty ? nil : DecimalNumber.parse(trimmed, point: point))
        }
        if isEmpty { return nil }
        guard let number else { throw RowRefusal("\(name()) is no number") }
        return number
    }

    /// Returns the failure for missing columns, which lists the existing ones.
    ///
    /// - Parameters:
    ///   - missing: At least one column.
    ///   - advice: Further advice, as a sentence.
    /// - Returns: The failure.
    func missingColumns(_ missing: [String], _ advice: String) -> SourceFailure {
        SourceFailure(
            name,
            "lacks the \(missing.count == 1 ? "column" : "columns") \(missing.joined(separator: ", "))",
            advice: "Its first line has \(columnsFound). \(advice)"
        )
    }
}

extension Table {
    /// Returns the positions of columns.
    ///
    /// - Parameter names: The names of the columns.
    /// - Returns: Their indices.
    /// - Throws: `SourceFailure` if one is missing.
    func indices(of names: [String]) throws(SourceFailure) -> [Int] {
        let indices = names.map { columns.firstIndex(of: $0) }
        let missing = names.indices.filter { indices[$0] == nil }.map { names[$0] }
        guard missing.isEmpty else { throw missingColumns(missing, "Check that it is the right file.") }
        return indices.compactMap(\.self)
    }
}
