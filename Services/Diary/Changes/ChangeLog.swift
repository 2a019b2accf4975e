import Contracts
package import FoundationEssentials
import Logging
import ServiceKit
package import Storage

/// The bounds of a user's numbered changes.
struct ChangeLog: Equatable {
    /// The number of the last change.
    let lastChange: Int
    /// The highest change number among deleted records of removals.
    let lastDeletedRemoval: Int
}

extension SQLReader {
    func changeLog(of user: UserID) throws -> ChangeLog {
        guard let row = try row("SELECT change, forgotten FROM change_counter WHERE user_id = ?", [user.description])
        else {
            return ChangeLog(lastChange: 0, lastDeletedRemoval: 0)
        }
        return ChangeLog(lastChange: try row.value("change"), lastDeletedRemoval: try row.value("forgotten"))
    }

    /// Returns the version at which an entry was removed; nil if no removal is stored.
    ///
    /// Removals are stored for ``DiaryChanges/removalsKeptDays``.
    func removedVersion(of id: EntryID, _ user: UserID) throws -> Int? {
        try scalar(
            "SELECT version FROM deleted_entry WHERE user_id = ? AND id = ?",
            [user.description, id.description]
        )
    }
}

extension SQLTransaction {
    /// Returns the number of the next change in a user's diary.
    ///
    /// Each changed row takes its own number, so that a page of changes can end after any of them.
    /// Numbers follow the order of commits, because there is one writer.
    func nextChange(of user: UserID) throws -> Int {
        var change: Int?
        try reader.forEach(
            """
            INSERT INTO change_counter (user_id, change) VALUES (?, 1)
            ON CONFLICT (user_id) DO UPDATE SET change = change_counter.change + 1 RETURNING change
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
        try recordRemoval(of: entry.id, version: entry.version, user, at: moment)
    }

    /// Remembers the id of an entry that never arrived as removed; an earlier removal stays as it is.
    func rememberAsRemoved(_ id: EntryID, of user: UserID, at moment: Date) throws {
        guard try reader.removedVersion(of: id, user) == nil else { return }
        try recordRemoval(of: id, version: 0, user, at: moment)
    }

    private func recordRemoval(of id: EntryID, version: Int, _ user: UserID, at moment: Date) throws {
        try execute(
            """
            INSERT INTO deleted_entry (user_id, id, version, changed, at) VALUES (?, ?, ?, ?, ?)
            ON CONFLICT (user_id, id) DO UPDATE SET
                version = excluded.version, changed = excluded.changed, at = excluded.at
            """,
            [
                user.description, id.description, version, try nextChange(of: user),
                Int(moment.timeIntervalSince1970.rounded(.down)),
            ]
        )
    }

    /// Deletes the record of a removal, because the entry exists again.
    func deleteRemoval(of id: EntryID, _ user: UserID) throws {
        try execute("DELETE FROM deleted_entry WHERE user_id = ? AND id = ?", [user.description, id.description])
    }
}

extension Store {
    /// Removals deleted in one transaction: it takes a few milliseconds, so that no write waits long.
    private static let removalsPerTransactionMax = 500
    private static let secondsPerDay = 86_400

    /// Deletes records of old removals and stores the highest deleted change number.
    package func deleteOldRemovals(now: Date) async throws {
        let oldest = Int(now.timeIntervalSince1970) - DiaryChanges.removalsKeptDays * Self.secondsPerDay
        var deleted: Int
        repeat {
            deleted = try await write { transaction in
                let arguments: [SQLValue?] = [oldest, Self.removalsPerTransactionMax]
                let old =
                    "SELECT user_id, id, changed FROM deleted_entry WHERE at < ?1 ORDER BY at, user_id, id LIMIT ?2"
                try transaction.execute(
                    """
                    UPDATE change_counter SET forgotten =
                        CASE WHEN forgotten < old.number THEN old.number ELSE forgotten END
                    FROM (SELECT user_id, max(changed) AS number FROM (\(old)) AS selected GROUP BY user_id) AS old
                    WHERE change_counter.user_id = old.user_id
                    """,
                    arguments
                )
                return try transaction.execute(
                    "DELETE FROM deleted_entry WHERE (user_id, id) IN (SELECT user_id, id FROM (\(old)) AS selected)",
                    arguments
                )
            }
        } while deleted == Self.removalsPerTransactionMax
    }
}

extension DiaryService {
    /// The interval at which old removals are deleted; a removal that stays an hour longer does no harm.
    private static let removalsInterval = Duration.seconds(3_600)

    /// Returns the task that deletes records of old removals.
    func removalsTask(_ logger: Logger) -> PeriodicTask {
        PeriodicTask("delete records of old removals", every: Self.removalsInterval, logger: logger) {
            try await store.deleteOldRemovals(now: now())
        }
    }
}
