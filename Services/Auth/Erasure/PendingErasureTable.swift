import Contracts
import Storage

/// An erased user, as long as some service may still store their data.
struct PendingErasure: Sendable {
    var user: UserID
    /// The position of the erasure event in the outbox.
    var sequence: Int64
}

extension SQLReader {
    func pendingErasures() throws -> [PendingErasure] {
        try rows("SELECT user_id, sequence FROM pending_erasure").compactMap { row in
            guard let user = UserID(try row.value("user_id", as: String.self)) else { return nil }
            return PendingErasure(user: user, sequence: try row.value("sequence"))
        }
    }

    func isErasurePending(of user: UserID) throws -> Bool {
        try row("SELECT 1 FROM pending_erasure WHERE user_id = ?", [user.description]) != nil
    }
}

extension SQLTransaction {
    func insert(_ erasure: PendingErasure) throws {
        try execute(
            "INSERT INTO pending_erasure (user_id, sequence) VALUES (?, ?)",
            [erasure.user.description, erasure.sequence]
        )
    }

    func removePendingErasure(of user: UserID) throws {
        try execute("DELETE FROM pending_erasure WHERE user_id = ?", [user.description])
    }
}
