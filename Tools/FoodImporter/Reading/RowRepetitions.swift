import CommandSupport

/// Detects rows with an id that occurred before in the same import.
struct RowRepetitions {
    /// The reason in the report for such a row.
    static let reason = "has the id of an earlier line, which it replaces"

    private var keys = RowKeys()
    private var count = 0

    /// Records a key.
    ///
    /// - Returns: Whether the key occurred before.
    mutating func isRepetition(_ key: RowKey) -> Bool {
        if keys.insert(key) { return false }
        count += 1
        return true
    }

    /// Messages for the summary.
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
            notes.append("Only the first \(PlainNumber.grouped(RowKeys.countMax)) ids were checked for repetitions.")
        }
        return notes
    }
}
