package import Contracts
import Storage

extension LeaderboardService {
    /// Returns the best users of a board, and the caller's own row.
    package func top(_ request: LeaderboardTop, _ context: RequestContext) async throws -> LeaderboardTop.Reply {
        let caller = try context.user()
        try await rollover.runBeforeRead()
        var reply = try await TopQuery.run(request, for: caller, in: store)
        // The caller's own row is last, if there is one.
        let rows = try await withImages(reply.items + [reply.me].compactMap(\.self), context)
        reply.items = Array(rows.prefix(reply.items.count))
        reply.me = rows.dropFirst(reply.items.count).first
        return reply
    }
}

/// Answers `leaderboard.top` from the stored boards: the first rows of an index, and a count of better scores.
enum TopQuery {
    static func run(_ request: LeaderboardTop, for caller: UserID, in store: Store) async throws
        -> LeaderboardTop.Reply
    {
        let board = Board(requested: request.period, request.metric)
        let limit = request.limit ?? LeaderboardTop.limitDefault
        return try await store.read { reader in
            LeaderboardTop.Reply(
                items: rows(of: try StandingTable.top(of: board, limit: limit, reader), board),
                me: try row(of: caller, board, reader)
            )
        }
    }

    /// Adds ranks to the first lines.
    ///
    /// Equal scores share a rank (1, 2, 2, 4).
    private static func rows(of lines: [StandingTable.Line], _ board: Board) -> [LeaderboardTop.Row] {
        var (rows, rank): ([LeaderboardTop.Row], Int) = ([], 0)
        for (index, line) in lines.enumerated() {
            if index == 0 || lines[index - 1].score != line.score { rank = index + 1 }
            rows.append(.init(rank: rank, userId: line.user, name: line.name, score: board.score(of: line.score)))
        }
        return rows
    }

    /// Returns a user's own row; nil if they are not on the board.
    private static func row(of user: UserID, _ board: Board, _ reader: SQLReader) throws -> LeaderboardTop.Row? {
        guard let row = try ScoreTable.row(of: user, reader), let score = row.scores[board] else { return nil }
        return .init(
            rank: try StandingTable.rank(of: score, on: board, reader),
            userId: user,
            name: row.name,
            score: board.score(of: score)
        )
    }
}
