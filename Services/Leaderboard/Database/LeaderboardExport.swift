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
                    "complete": .plain,
                ]
            ),
            ExportTable(
                "streak",
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
        omitted: omittedBoards
    )

    /// Tables of shared foods in a user's data export.
    private static let sharedFoodExport = [
        ExportTable("food_sharer", as: "sharesFoods", key: ["user_id"], columns: ["user_id": .plain]),
        ExportTable(
            "day_food",
            as: "sharedFoods",
            key: ["day_number"],
            columns: ["user_id": .owner, "day_number": .plain, "latest_at": .secondsSince1970, "foods": .json]
        ),
    ]

    /// Tables of groups in a user's data export: everything they can see, except the other members.
    private static let groupExport = [
        ExportTable(
            "team",
            as: "groups",
            condition: "id IN (SELECT team_id FROM team_member WHERE user_id = ?1)",
            key: ["id"],
            columns: [
                "id": .plain, "name": .plain, "code": .plain, "owner": .plain, "made_at": .secondsSince1970,
                "version": .plain,
            ]
        ),
        ExportTable(
            "team_member",
            as: "memberships",
            key: ["team_id"],
            columns: ["team_id": .plain, "user_id": .owner, "place": .plain, "joined_at": .secondsSince1970]
        ),
    ]

    /// Tables in a user's data export: the challenges of their groups, and their own results.
    private static let challengeExport = [
        ExportTable(
            "challenge",
            as: "challenges",
            condition: "team_id IN (SELECT team_id FROM team_member WHERE user_id = ?1)",
            key: ["id"],
            columns: [
                "id": .plain, "team_id": .plain, "metric": .plain, "from_day": .plain, "to_day": .plain,
                "final_at": .secondsSince1970, "finished": .plain, "made_by": .plain,
            ]
        ),
        ExportTable(
            "challenge_result",
            as: "challengeResults",
            key: ["challenge_id"],
            columns: ["challenge_id": .plain, "user_id": .owner, "rank": .plain, "score": .plain]
        ),
    ]

    private static let omittedBoards = [
        "standing": "the scores again, in the order of the boards",
        "bucket": "counts of users by score, without their ids",
    ]
}
