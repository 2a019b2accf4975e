import Contracts
import Storage

/// Stores each user's scores, by which their lines on the boards are found.
enum ScoreTable {
    struct Row {
        let name: String
        let scores: BoardScores
    }

    private static let columns = Board.allCases.map(\.column)
    private static let upsertSQL = """
        INSERT INTO score (user_id, name, \(columns.joined(separator: ", ")))
        VALUES (?, ?, \(columns.map { _ in "?" }.joined(separator: ", ")))
        ON CONFLICT (user_id) DO UPDATE SET
            name = excluded.name, \(columns.map { "\($0) = excluded.\($0)" }.joined(separator: ", "))
        """

    static func row(of user: UserID, _ reader: SQLReader) throws -> Row? {
        guard let row = try reader.row("SELECT * FROM score WHERE user_id = ?", [user.description]) else { return nil }
        var scores = BoardScores()
        for board in Board.allCases { scores[board] = row.optional(board.column) }
        return Row(name: try row.value("name"), scores: scores)
    }

    /// Replaces a user's row of scores and their lines on the boards.
    ///
    /// - Parameters:
    ///   - row: The new state; nil or without any score for a user on no board.
    ///   - user: The user.
    ///   - transaction: The transaction to write in.
    /// - Returns: The boards with a changed line.
    /// - Throws: Errors of SQLite.
    static func set(_ row: Row?, of user: UserID, _ transaction: SQLTransaction) throws -> Set<Board> {
        let old = try Self.row(of: user, transaction.reader)
        var changed: Set<Board> = []
        for board in Board.allCases {
            let (before, after) = (line(of: user, old, board), line(of: user, row, board))
            guard before != after else { continue }
            if let before { try StandingTable.remove(before, from: board, transaction) }
            if let after { try StandingTable.add(after, to: board, transaction) }
            changed.insert(board)
        }
        guard !changed.isEmpty else { return [] }
        if let row, row.scores != .nothing {
            let numbers: [SQLValue?] = Board.allCases.map { row.scores[$0] }
            try transaction.execute(upsertSQL, [user.description, row.name] + numbers)
        } else {
            try transaction.execute("DELETE FROM score WHERE user_id = ?", [user.description])
        }
        return changed
    }

    static func removeAll(_ transaction: SQLTransaction) throws {
        try transaction.execute("DELETE FROM score")
    }

    private static func line(of user: UserID, _ row: Row?, _ board: Board) -> StandingTable.Line? {
        guard let row, let score = row.scores[board] else { return nil }
        return StandingTable.Line(user: user, name: row.name, score: score)
    }
}
