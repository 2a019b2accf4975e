/// Rows whose id has come before in the same import.
struct RowRepetitions {
    /// What the report says of such a row; the earlier one stands somewhere above it.
    static let reason = "has the id of an earlier line, whose place it takes"

    private var keys = RowKeys()
    private var count = 0

    /// Notes a row.
    ///
    /// - Returns: Whether there was one of its key before.
    mutating func isRepetition(_ key: RowKey) -> Bool {
        if keys.insert(key) { return false }
        count += 1
        return true
    }

    /// What is worth knowing at the end.
    var notes: [String] {
        var notes: [String] = []
        if count > 0 {
            notes.append(
                """
                Rows with the id of an earlier line: \(PlainNumber.grouped(count)); the last line of an id counts. The report \
                has them.
                """
            )
        }
        if keys.isFull {
            notes.append("Only the first \(PlainNumber.grouped(RowKeys.countMax)) ids were watched for repetitions.")
        }
        return notes
    }
}
