import Calendar
import Contracts
import FoundationEssentials
import Storage

extension SQLTransaction {
    /// Stores a user's sharing settings, and deletes at once the data that is no longer shared.
    func store(_ shares: Shares, of user: UserID) throws {
        if shares.leaderboard, shares.foods {
            try execute("INSERT INTO food_sharer (user_id) VALUES (?) ON CONFLICT DO NOTHING", [user.description])
        } else {
            try removeSharedFoods(of: user)
        }
        if !shares.leaderboard { try removeResults(of: user) }
    }

    /// Stores the foods of a day.
    ///
    /// The event may arrive before the profile's sharing setting; until that arrives the foods are not shown.
    func store(_ day: DayShared, of user: UserID) throws {
        guard !day.foods.isEmpty else {
            try execute(
                "DELETE FROM day_food WHERE user_id = ? AND day_number = ?",
                [user.description, day.date.dayNumber]
            )
            return
        }
        try execute(
            """
            INSERT INTO day_food (user_id, day_number, latest_at, foods) VALUES (?, ?, ?, ?)
            ON CONFLICT (user_id, day_number) DO UPDATE SET latest_at = excluded.latest_at, foods = excluded.foods
            """,
            [user.description, day.date.dayNumber, day.latestSecond, try JSONText(day.foods).text]
        )
    }

    /// Deletes a user's foods and their setting to share them.
    func removeSharedFoods(of user: UserID) throws {
        for table in ["day_food", "food_sharer"] {
            try execute("DELETE FROM \(table) WHERE user_id = ?", [user.description])
        }
    }

    /// Deletes foods that are missing from a span of the diary's snapshot.
    ///
    /// Returns whether more may be left.
    func removeSharedFoods(_ span: SnapshotSpan) throws -> Bool {
        let key = SnapshotLeftovers.Key.dayNumber("day_number")
        let leftovers = try reader.leftovers(of: DayShared.type, in: "day_food", key: key, span)
        for day in leftovers.facts {
            try execute(
                "DELETE FROM day_food WHERE user_id = ? AND day_number = ?",
                [day.user.description, PlainDate(day.key)?.dayNumber]
            )
        }
        return leftovers.isCut
    }

    /// Deletes food sharers that are missing from a span of the profiles' snapshot.
    ///
    /// Returns whether more may be left.
    func removeFoodSharers(_ span: SnapshotSpan) throws -> Bool {
        let leftovers = try reader.leftovers(of: ProfileChanged.type, in: "food_sharer", span)
        for person in leftovers.facts { try removeSharedFoods(of: person.user) }
        return leftovers.isCut
    }
}

extension DayShared {
    /// When the user logged last, in seconds since 1970; 0 for a day of a version without that time.
    fileprivate var latestSecond: Int {
        max(0, latestAt.flatMap { TimestampReader.milliseconds($0) } ?? 0) / 1_000
    }
}

extension SQLReader {
    /// Returns the foods of a user's day; nil while they do not share them.
    func sharedFoods(of user: UserID, on date: PlainDate) throws -> [DayShared.SharedFood]? {
        guard try row("SELECT 1 FROM food_sharer WHERE user_id = ?", [user.description]) != nil else { return nil }
        let foods: String? = try scalar(
            "SELECT foods FROM day_food WHERE user_id = ? AND day_number = ?",
            [user.description, date.dayNumber]
        )
        return try foods.map { try JSONText(text: $0).decode([DayShared.SharedFood].self) } ?? []
    }
}

extension LeaderboardService {
    /// Interval between deletions of foods of days that are no longer shown.
    static let foodExpiryInterval = Duration.seconds(3_600)
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
