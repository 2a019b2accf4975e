import Contracts
import FoundationEssentials
import Storage

extension LeaderboardService {
    /// Days of foods that are forgotten in one transaction: little enough that no other write waits noticeably.
    private static let forgottenAtOnceMax = 1_000
    /// Days before today, in UTC, of which somebody's seven days may still be made: they can be two days behind.
    private static let foodDaysKept = LeaderboardUser.daysShown + 1

    /// Forgets foods of days that nobody sees any more.
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
