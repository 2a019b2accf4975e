package import Contracts

/// The boards after a rebuild, and beside each whether it is as it was.
package struct LeaderboardTable {
    /// Characters of a digest that are shown: enough for a person to compare.
    private static let digestLength = 12

    private let before: [String: LeaderboardOperatorStatus.BoardDigest]?
    private let after: [LeaderboardOperatorStatus.BoardDigest]

    /// - Parameters:
    ///   - before: What stood before; nil where nobody looked.
    ///   - after: What stands now.
    package init(
        before: [LeaderboardOperatorStatus.BoardDigest]?,
        after: [LeaderboardOperatorStatus.BoardDigest]
    ) {
        self.before = before.map { Dictionary($0.map { ($0.id, $0) }) { first, _ in first } }
        self.after = after
    }

    /// The boards that are others than before, as far as anybody looked.
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
