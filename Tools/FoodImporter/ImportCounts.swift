package import Contracts

/// The counts of an import's rows so far.
package struct ImportCounts: Sendable, Equatable {
    /// All rows that were read, including refused ones.
    package var rows = 0
    package var added = 0
    package var changed = 0
    package var unchanged = 0
    /// The stored rows with at least one flag.
    package var flagged = 0
    /// The number of rows with each flag.
    package var flags: [String: Int] = [:]
    /// The rows that the reader or the catalog refused.
    package var refused = 0
    package var reasons = ReasonCounts()
    /// The entries of the source that are not foods, by kind.
    package var omitted: [String: Int] = [:]
    /// Messages about how the source was read.
    package var notes: [String] = []
    /// How often pages were sent again.
    ///
    /// Rows stored before a lost reply then count as unchanged.
    package var pagesSentAgain = 0

    package init() {}

    /// The number of rows that are in the catalog now.
    package var inCatalog: Int { added + changed + unchanged }

    /// The number of rows that were read, but not sent or not answered.
    package var unanswered: Int { max(0, rows - inCatalog - refused) }

    /// Adds the catalog's reply to a page.
    package mutating func add(_ reply: CatalogImport.Reply) {
        added += reply.added
        changed += reply.changed
        unchanged += reply.unchanged
        flagged += reply.flagged
        flags.merge(reply.flags) { $0 + $1 }
        for row in reply.refused { refuse(row.reason) }
    }

    /// Counts a refused row.
    package mutating func refuse(_ reason: String) {
        refused += 1
        reasons.add(reason)
    }
}

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
