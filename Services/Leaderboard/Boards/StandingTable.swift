import Contracts
import Storage

/// Stores the lines of the boards in order, and the number of users with each score.
enum StandingTable {
    /// One user on a board.
    struct Line: Equatable {
        let user: UserID
        let name: String
        let score: Int
    }

    static func add(_ line: Line, to board: Board, _ transaction: SQLTransaction) throws {
        try transaction.execute(
            "INSERT INTO standing (board, score, name, user_id) VALUES (?, ?, ?, ?)",
            [board.number, line.score, line.name, line.user.description]
        )
        try transaction.execute(
            """
            INSERT INTO bucket (board, score, people) VALUES (?, ?, 1)
            ON CONFLICT (board, score) DO UPDATE SET people = bucket.people + 1
            """,
            [board.number, line.score]
        )
    }

    static func remove(_ line: Line, from board: Board, _ transaction: SQLTransaction) throws {
        try transaction.execute(
            "DELETE FROM standing WHERE board = ? AND score = ? AND name = ? AND user_id = ?",
            [board.number, line.score, line.name, line.user.description]
        )
        try transaction.execute(
            "UPDATE bucket SET people = people - 1 WHERE board = ? AND score = ?",
            [board.number, line.score]
        )
        try transaction.execute(
            "DELETE FROM bucket WHERE board = ? AND score = ? AND people = 0",
            [board.number, line.score]
        )
    }

    static func removeAll(_ transaction: SQLTransaction) throws {
        try transaction.execute("DELETE FROM standing")
        try transaction.execute("DELETE FROM bucket")
    }

    /// Returns the first lines of a board.
    static func top(of board: Board, limit: Int, _ reader: SQLReader) throws -> [Line] {
        var lines: [Line] = []
        try reader.forEach(
            "SELECT user_id, name, score FROM standing WHERE board = ? ORDER BY score DESC, name, user_id LIMIT ?",
            [board.number, limit]
        ) { row in
            guard let user = UserID(row.text(0)) else {
                throw ServiceError(.internalError, "The leaderboard holds an unreadable user id.")
            }
            lines.append(Line(user: user, name: row.text(1), score: Int(row.integer(2))))
            return true
        }
        return lines
    }

    /// Returns the rank of a score: one more than the number of users with a better score.
    static func rank(of score: Int, on board: Board, _ reader: SQLReader) throws -> Int {
        let better: Int? = try reader.scalar(
            "SELECT sum(people) FROM bucket WHERE board = ? AND score > ?",
            [board.number, score]
        )
        return (better ?? 0) + 1
    }

    /// Returns the number of users on a board.
    static func count(on board: Board, _ reader: SQLReader) throws -> Int {
        try reader.scalar("SELECT sum(people) FROM bucket WHERE board = ?", [board.number]) ?? 0
    }
}
