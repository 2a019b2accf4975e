package import Storage

extension LeaderboardSchema {
    /// What people are told of their place on the leaderboard.
    package static let export = ExportSource([
        ExportTable(
            "person",
            as: "shares",
            key: ["user_id"],
            columns: [
                "user_id": .owner, "name": .plain, "shares": .plain, "time_zone": .plain, "day_start_hour": .plain,
            ]
        ),
        ExportTable(
            "day",
            as: "days",
            key: ["day_number"],
            columns: [
                "user_id": .owner, "day_number": .plain, "kcal": .plain, "target_kcal": .plain, "entries": .plain,
            ]
        ),
    ])
}
