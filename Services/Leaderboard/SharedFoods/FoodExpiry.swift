import Contracts
import FoundationEssentials
import Storage

extension LeaderboardService {
    /// Rows deleted in one transaction; few enough that other writes do not wait noticeably.
    private static let maximumRowsPerTransaction = 1_000
    /// Days before today, in UTC, that may still be shown: a user's own today can be two days behind UTC.
    private static let retentionDays = LeaderboardUser.daysShown + 1

    /// Deletes foods of days that are no longer shown to any user.
    package func deleteExpiredFoods() async throws {
        let today = Int((now().timeIntervalSince1970 / 86_400).rounded(.down))
        var deleted = Self.maximumRowsPerTransaction
        while deleted == Self.maximumRowsPerTransaction {
            deleted = try await store.write { transaction in
                try transaction.execute(
                    """
                    DELETE FROM day_food WHERE (user_id, day_number) IN (
                        SELECT user_id, day_number FROM day_food WHERE day_number < ? LIMIT ?
                    )
                    """,
                    [today - Self.retentionDays, Self.maximumRowsPerTransaction]
                )
            }
        }
    }
}
