/// How often each reason was given, with a bound on how many are told apart.
package struct ReasonCounts: Sendable, Equatable {
    /// Reasons that are told apart.
    ///
    /// A sensible reader has a few dozen; one that quotes values would have as many as rows.
    package static let differentMax = 1_000
    /// Under which all others are counted.
    package static let others = "other reasons"

    private var counts: [String: Int] = [:]

    package init() {}

    package mutating func add(_ reason: String) {
        let isNew = counts[reason] == nil
        counts[isNew && counts.count >= Self.differentMax ? Self.others : reason, default: 0] += 1
    }

    /// The commonest ones, the most frequent first.
    package func commonest(_ countMax: Int) -> [(reason: String, count: Int)] {
        let sorted = counts.sorted { $0.value == $1.value ? $0.key < $1.key : $0.value > $1.value }
        return sorted.prefix(countMax).map { (reason: $0.key, count: $0.value) }
    }
}
