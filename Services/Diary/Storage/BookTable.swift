import Contracts
import FoundationEssentials
import Storage

extension SQLTransaction {
    /// The number of the next change of somebody's diary.
    ///
    /// Each row that changes takes a number of its own, so that a page of changes can end behind any of them. Numbers
    /// follow the order of commits, because there is one writer.
    func nextChange(of user: UserID) throws -> Int {
        var change: Int?
        try reader.forEach(
            """
            INSERT INTO book (user_id, change) VALUES (?, 1)
            ON CONFLICT (user_id) DO UPDATE SET change = change + 1 RETURNING change
            """,
            binding: { $0.bind(user.description) },
            { row in
                change = Int(row.integer(0))
                return true
            }
        )
        guard let change else { throw ServiceError(.internalError, "The diary has no number for a change.") }
        return change
    }

    /// Remembers that an entry was removed, and when.
    func rememberRemoval(of id: EntryID, _ user: UserID, at moment: Date) throws {
        try execute(
            """
            INSERT INTO entry_gone (user_id, id, changed, at) VALUES (?, ?, ?, ?)
            ON CONFLICT (user_id, id) DO UPDATE SET changed = excluded.changed, at = excluded.at
            """,
            [
                user.description, id.description, try nextChange(of: user),
                Int(moment.timeIntervalSince1970.rounded(.down)),
            ]
        )
    }

    /// Forgets that an entry was removed, because it is there again.
    func forgetRemoval(of id: EntryID, _ user: UserID) throws {
        try execute("DELETE FROM entry_gone WHERE user_id = ? AND id = ?", [user.description, id.description])
    }
}

extension SQLReader {
    /// Whether an entry was removed here, as far as that is remembered.
    func wasRemoved(_ id: EntryID, of user: UserID) throws -> Bool {
        let key: [SQLValue?] = [user.description, id.description]
        return try row("SELECT 1 FROM entry_gone WHERE user_id = ? AND id = ?", key) != nil
    }
}
