import Contracts
import FoundationEssentials
import Storage

extension SQLTransaction {
    /// Returns the number of the next change in a user's diary.
    ///
    /// Each changed row takes its own number, so that a page of changes can end after any of them.
    /// Numbers follow the order of commits, because there is one writer.
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
        guard let change else { throw ServiceError(.internalError, "The database returned no change number.") }
        return change
    }

    /// Stores that an entry was removed, with its version and the time.
    func recordRemoval(of entry: DiaryEntry, _ user: UserID, at moment: Date) throws {
        try execute(
            """
            INSERT INTO entry_gone (user_id, id, version, changed, at) VALUES (?, ?, ?, ?, ?)
            ON CONFLICT (user_id, id) DO UPDATE SET
                version = excluded.version, changed = excluded.changed, at = excluded.at
            """,
            [
                user.description, entry.id.description, entry.version, try nextChange(of: user),
                Int(moment.timeIntervalSince1970.rounded(.down)),
            ]
        )
    }

    /// Deletes the record of a removal, because the entry exists again.
    func deleteRemoval(of id: EntryID, _ user: UserID) throws {
        try execute("DELETE FROM entry_gone WHERE user_id = ? AND id = ?", [user.description, id.description])
    }
}

extension SQLReader {
    /// Returns the version at which an entry was removed; nil if no removal is stored.
    ///
    /// Removals are stored for ``DiaryChanges/removalsKeptDays``.
    func removedVersion(of id: EntryID, _ user: UserID) throws -> Int? {
        try scalar(
            "SELECT version FROM entry_gone WHERE user_id = ? AND id = ?",
            [user.description, id.description]
        )
    }
}
