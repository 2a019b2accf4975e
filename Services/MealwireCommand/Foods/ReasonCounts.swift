/// Counts reasons, with a limit on the number of distinct ones.
package struct ReasonCounts: Sendable, Equatable {
    /// The greatest number of distinct reasons.
    ///
    /// A typical reader has a few dozen; one that quotes values could have as many as rows.
    package static let differentMax = 1_000
    /// The name under which all further reasons are counted.
    package static let others = "other reasons"

    private var counts: [String: Int] = [:]

    package init() {}

    package mutating func add(_ reason: String) {
        let isNew = counts[reason] == nil
        counts[isNew && counts.count >= Self.differentMax ? Self.others : reason, default: 0] += 1
    }

    /// Returns the most frequent reasons, most frequent first.
    package func commonest(_ countMax: Int) -> [(reason: String, count: Int)] {
        let sorted = counts.sorted { $0.value == $1.value ? $0.key < $1.key : $0.value > $1.value }
        return sorted.prefix(countMax).map { (reason: $0.key, count: $0.value) }
    }
}
