import Crypto
import FoundationEssentials
import Storage

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
