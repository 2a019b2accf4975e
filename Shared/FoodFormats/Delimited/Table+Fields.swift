extension Table {
    var progress: ReadProgress {
        ReadProgress(bytesRead: stream.bytesReadOnDisk, bytesInAll: stream.bytesOnDisk)
    }

    /// The text of a field without spaces around; nil where it is empty or there is no such column.
    ///
    /// - Parameters:
    ///   - column: Its index.
    ///   - name: What refusals call it.
    /// - Returns: The text.
    /// - Throws: `RowRefusal` if it is not UTF-8.
    func text(_ column: Int?, _ name: @autoclosure () -> String) throws(RowRefusal) -> String? {
        guard let column else { return nil }
        guard let text = FieldText.text(self, column) else { throw RowRefusal("\(name()) is not UTF-8") }
        return text.isEmpty ? nil : text
    }

    /// The number of a field; nil where it is empty, since unknown is not 0.
    ///
    /// - Parameters:
    ///   - column: Its index.
    ///   - name: What refusals call it.
    ///   - point: What stands before the decimals.
    /// - Returns: The number.
    /// - Throws: `RowRefusal` if it is no number.
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

    /// Says that columns are missing, and which ones there are.
    ///
    /// - Parameters:
    ///   - missing: At least one.
    ///   - advice: What else may help, as a sentence.
    /// - Returns: What to throw.
    func lacks(_ missing: [String], _ advice: String) -> SourceFailure {
        SourceFailure(
            name,
            "lacks the \(missing.count == 1 ? "column" : "columns") \(missing.joined(separator: ", "))",
            advice: "Its first line has \(columnsFound). \(advice)"
        )
    }
}

extension Table {
    /// Where columns stand.
    ///
    /// - Parameter names: Their headers.
    /// - Returns: Their indices.
    /// - Throws: `SourceFailure` if one is missing.
    func indices(of names: [String]) throws(SourceFailure) -> [Int] {
        let indices = names.map { columns.firstIndex(of: $0) }
        let missing = names.indices.filter { indices[$0] == nil }.map { names[$0] }
        guard missing.isEmpty else { throw lacks(missing, "Look whether it is what it should be.") }
        return indices.compactMap(\.self)
    }
}
