package import Contracts

/// A table of the boards after a rebuild, with a comparison to the boards before.
package struct LeaderboardTable {
    /// The number of shown characters of a digest, enough to compare by eye.
    private static let digestLength = 12

    private let before: [String: LeaderboardOperatorStatus.BoardDigest]?
    private let after: [LeaderboardOperatorStatus.BoardDigest]

    /// - Parameters:
    ///   - before: The boards before; nil if they are not compared.
    ///   - after: The boards now.
    package init(
        before: [LeaderboardOperatorStatus.BoardDigest]?,
        after: [LeaderboardOperatorStatus.BoardDigest]
    ) {
        self.before = before.map { Dictionary($0.map { ($0.id, $0) }) { first, _ in first } }
        self.after = after
    }

    /// The ids of the boards that differ from before; empty without a comparison.
    package var changed: [String] {
        guard let before else { return [] }
        return after.filter { before[$0.id] != $0 }.map(\.id)
    }

    package var text: String {
        let titles = ["BOARD", "DIGEST"] + (before == nil ? [] : ["CHECK"]) + ["PEOPLE"]
        let changed = changed
        let rows = after.map { board in
            let check = changed.contains(board.id) ? "differs" : "the same"
            return [board.id, String((board.digest ?? "-").prefix(Self.digestLength))]
                + (before == nil ? [] : [check]) + ["\(board.people)"]
        }
        return TextTable.text([titles] + rows, textColumns: titles.count - 1)
    }
}
