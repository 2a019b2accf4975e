import Contracts
package import FoundationEssentials
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
        guard let row = try row("SELECT change, forgotten FROM book WHERE user_id = ?", [user.description]) else {
            return ChangeLog(lastChange: 0, lastDeletedRemoval: 0)
        }
        return ChangeLog(lastChange: try row.value("change"), lastDeletedRemoval: try row.value("forgotten"))
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
                let old = "SELECT user_id, id, changed FROM entry_gone WHERE at < ?1 ORDER BY at, user_id, id LIMIT ?2"
                try transaction.execute(
                    """
                    UPDATE book SET forgotten = max(forgotten, old.number)
                    FROM (SELECT user_id, max(changed) AS number FROM (\(old)) GROUP BY user_id) AS old
                    WHERE book.user_id = old.user_id
                    """,
                    arguments
                )
                return try transaction.execute(
                    "DELETE FROM entry_gone WHERE (user_id, id) IN (SELECT user_id, id FROM (\(old)))",
                    arguments
                )
            }
        } while deleted == Self.removalsPerTransactionMax
    }
}
