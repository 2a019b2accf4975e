package import Storage

extension LeaderboardSchema {
    /// Tables in a user's data export, and tables left out with the reason.
    package static let export = ExportSource(
        [
            ExportTable(
                "person",
                as: "shares",
                key: ["user_id"],
                columns: [
                    "user_id": .owner, "name": .plain, "shares": .plain, "time_zone": .plain, "day_start_hour": .plain,
                    "due_day": .withheld("the next recomputation of the scores; follows from the days"),
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
            ExportTable(
                "run",
                as: "runs",
                key: ["last_day"],
                columns: ["user_id": .owner, "last_day": .plain, "first_day": .plain]
            ),
            ExportTable(
                "score",
                as: "scores",
                key: ["user_id"],
                columns: [
                    "user_id": .owner, "name": .plain, "week_adherence": .plain, "week_streak": .plain,
                    "week_logged": .plain, "month_adherence": .plain, "month_streak": .plain, "month_logged": .plain,
                ]
            ),
        ] + sharedFoodExport + groupExport + challengeExport,
        passedOver: boardsLeftOut
    )

    private static let boardsLeftOut = [
        "standing": "the scores again, in the order of the boards",
        "bucket": "counts of users by score, without their ids",
    ]
}
