package import Contracts

/// What became of the rows of an import so far.
package struct ImportTally: Sendable, Equatable {
    /// Rows that were read, whatever they held.
    package var rows = 0
    package var taken = 0
    package var changed = 0
    package var unchanged = 0
    /// Of those in the catalogue.
    package var flagged = 0
    /// How often each flag was set.
    package var flags: [String: Int] = [:]
    /// By the reader or by the catalogue.
    package var refused = 0
    package var reasons = ReasonCounts()
    /// What the source holds besides foods, by kind.
    package var passedOver: [String: Int] = [:]
    /// What is worth knowing about how the source was read.
    package var notes: [String] = []
    /// How often a page was sent again; what was stored before an answer was lost counts as unchanged then.
    package var pagesSentAgain = 0

    package init() {}

    /// Rows that are in the catalogue now.
    package var inCatalogue: Int { taken + changed + unchanged }

    /// Rows that nobody has said anything about: read, and not sent or not answered.
    package var unanswered: Int { max(0, rows - inCatalogue - refused) }

    /// Adds what the catalogue said of a page.
    package mutating func add(_ reply: CatalogImport.Reply) {
        taken += reply.taken
        changed += reply.changed
        unchanged += reply.unchanged
        flagged += reply.flagged
        flags.merge(reply.flags) { $0 + $1 }
        for row in reply.refused { refuse(row.reason) }
    }

    /// Counts a row that was not taken.
    package mutating func refuse(_ reason: String) {
        refused += 1
        reasons.add(reason)
    }
}
