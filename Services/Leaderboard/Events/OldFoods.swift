import Contracts
import FoundationEssentials
import Storage

extension LeaderboardService {
    /// Rows deleted in one transaction; few enough that other writes do not wait noticeably.
    private static let forgottenAtOnceMax = 1_000
    /// Days before today, in UTC, that may still be shown: a user's own today can be two days behind UTC.
    private static let foodDaysKept = LeaderboardUser.daysShown + 1

    /// Deletes foods of days that are no longer shown to any user.
    package func forgetOldFoods() async throws {
        let today = Int((now().timeIntervalSince1970 / 86_400).rounded(.down))
        var forgotten = Self.forgottenAtOnceMax
        while forgotten == Self.forgottenAtOnceMax {
            forgotten = try await store.write { transaction in
                try transaction.execute(
                    """
                    DELETE FROM day_food WHERE (user_id, day_number) IN (
                        SELECT user_id, day_number FROM day_food WHERE day_number < ? LIMIT ?
                    )
                    """,
                    [today - Self.foodDaysKept, Self.forgottenAtOnceMax]
                )
            }
        }
    }
}
