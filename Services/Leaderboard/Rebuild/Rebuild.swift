package import Contracts
import Crypto
import FoundationEssentials
import Storage

extension LeaderboardService {
    /// Starts a rebuild of all boards.
    package func rebuild(_ request: LeaderboardOperatorRebuild, _ context: RequestContext) async throws -> Empty {
        try await Rebuild.begin(request, context, in: store)
    }

    /// Returns the progress of a rebuild, and the number of users on each board.
    package func status(_ request: LeaderboardOperatorStatus) async throws -> LeaderboardOperatorStatus.Reply {
        try await Rebuild.status(request, now: boards.now(), in: store)
    }
}

/// Rebuilds the boards: reloads users and days from their services, and recomputes everything derived from them.
///
/// Users return to the boards one after the other; until then they are not ranked.
enum Rebuild {
    /// The services that own the data copied here.
    private static let sources: [ServiceName] = [.profile, .diary]

    static func begin(
        _ request: LeaderboardOperatorRebuild,
        _ context: RequestContext,
        in store: Store
    ) async throws -> Empty {
        try await store.writeIdempotently(request, context) { transaction in
            try ScoreTable.removeAll(transaction)
            try StandingTable.removeAll(transaction)
            try transaction.execute("DELETE FROM streak")
            try transaction.execute("UPDATE person SET due_day = ?", [PersonTable.rebuildDueDay])
            // In the same transaction as the deletions: after a crash either nothing has changed,
            // or the next start reloads both sources.
            for source in sources { try transaction.beginReload(of: source) }
            return Empty()
        }
    }

    static func status(_ request: LeaderboardOperatorStatus, now: Date, in store: Store) async throws
        -> LeaderboardOperatorStatus.Reply
    {
        var isReloading = false
        for source in sources where try await store.isReloading(source) {
            isReloading = true
        }
        return try await store.readAtLength { [isReloading] reader in
            let due = try DayRollover.dueCount(now, reader)
            return LeaderboardOperatorStatus.Reply(
                state: isReloading ? .reloading : due > 0 ? .counting : .settled,
                due: due,
                boards: try Board.allCases.map { board in
                    LeaderboardOperatorStatus.BoardDigest(
                        id: board.id,
                        people: try StandingTable.count(on: board, reader),
                        digest: request.hasDigests == true ? try BoardDigester.digest(of: board, reader) : nil
                    )
                }
            )
        }
    }
}

/// Computes a digest of all lines of a board, so that two states of it can be compared.
enum BoardDigester {
    static func digest(of board: Board, _ reader: SQLReader) throws -> String {
        var hash = SHA256()
        try reader.forEach(
            "SELECT score, name, user_id FROM standing WHERE board = ? ORDER BY score DESC, name, user_id",
            [board.number]
        ) { row in
            hash.update(data: Data("\(row.integer(0))\n\(row.text(1))\n\(row.text(2))\n".utf8))
            return true
        }
        return hash.finalize().map { byte in
            (byte < 16 ? "0" : "") + String(byte, radix: 16)
        }.joined()
    }
}
