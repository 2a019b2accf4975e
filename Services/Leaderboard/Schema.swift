import Contracts
package import Storage

/// The tables of the leaderboard: copies of events of other services, and the boards computed from them.
package enum LeaderboardSchema {
    /// SQLite page cache: holds the upper B-tree levels of the boards of a million users.
    ///
    /// An update then reads little else than leaf pages from the disk.
    static let pageCacheKiB = 16_384

    /// All tables, as they were on 2026-11-28; a later change is a migration of its own.
    package static let tables: [TableSchema] = [
        // `due_day` is the first own day on which scores change without an event; 0 to recompute all, null for never.
        TableSchema(
            "person",
            [
                .text("user_id", .key), .text("name"), .integer("shares", .check("shares IN (0, 1)")),
                .text("time_zone"), .integer("day_start_hour"), .integer("due_day", .optional, .default("0")),
            ],
            indexes: [
                .index("person_sharing", ["user_id"], where: "shares = 1"),
                .index("person_due", ["due_day", "time_zone", "day_start_hour"], where: "due_day IS NOT NULL"),
            ]
        ),
        TableSchema(
            "day",
            [
                .text("user_id"), .integer("day_number"), .real("kcal", .check("kcal >= 0")),
                .integer("target_kcal", .optional, .check("target_kcal > 0")),
                .integer("entries", .check("entries > 0")),
                .integer("complete", .default("0"), .check("complete IN (0, 1)")),
            ],
            key: ["user_id", "day_number"]
        ),
        // Streaks of logged days.
        TableSchema(
            "streak",
            [.text("user_id"), .integer("last_day"), .integer("first_day", .check("first_day <= last_day"))],
            key: ["user_id", "last_day"]
        ),
        // Each user's score on each board, adherence in tenths; null where the user is not ranked.
        TableSchema(
            "score",
            [
                .text("user_id", .key), .text("name"), .integer("week_adherence", .optional),
                .integer("week_streak", .optional), .integer("week_logged", .optional),
                .integer("month_adherence", .optional), .integer("month_streak", .optional),
                .integer("month_logged", .optional),
            ]
        ),
        // The same scores in the order of each board.
        TableSchema(
            "standing",
            [.integer("board"), .integer("score"), .text("name"), .text("user_id")],
            key: ["board", "score DESC", "name", "user_id"]
        ),
        // The number of users with each score: a rank is one more than the number of users with a better score.
        TableSchema(
            "bucket",
            [.integer("board"), .integer("score"), .integer("people", .check("people >= 0"))],
            key: ["board", "score"]
        ),
        TableSchema(
            "team",
            [
                .text("id", .key), .text("name"), .text("code", .unique),
                // Always one of its members.
                .text("owner"),
                // Seconds since 1970.
                .integer("made_at"), .integer("version", .check("version >= 1")),
            ]
        ),
        TableSchema(
            "team_member",
            [
                .text("team_id"), .text("user_id"),
                // The order of joining.
                .integer("place"),
                // Seconds since 1970.
                .integer("joined_at"),
            ],
            key: ["team_id", "user_id"],
            indexes: [.index("team_member_by_user", ["user_id", "team_id"])]
        ),
        // `made_by` is a member of the group; null if that member has left it.
        TableSchema(
            "challenge",
            [
                .text("id", .key), .text("team_id"), .text("metric"), .integer("from_day"),
                .integer("to_day", .check("to_day >= from_day")),
                // When the result becomes final, in seconds since 1970.
                .integer("final_at"), .integer("finished", .default("0"), .check("finished IN (0, 1)")),
                .text("made_by", .optional),
            ],
            indexes: [
                .index("challenge_by_team", ["team_id", "from_day"]),
                .index("challenge_by_end", ["final_at"], where: "finished = 0"),
            ]
        ),
        // Results of finished challenges; removing a user does not change the other ranks.
        TableSchema(
            "challenge_result",
            [.text("challenge_id"), .text("user_id"), .integer("rank", .check("rank >= 1")), .real("score")],
            key: ["challenge_id", "user_id"],
            indexes: [.index("challenge_result_by_user", ["user_id"])]
        ),
        // Users that share their foods.
        TableSchema("food_sharer", [.text("user_id", .key)]),
        // The foods of recent days of users that share them. `latest_at` is in seconds since 1970.
        TableSchema(
            "day_food",
            [
                .text("user_id"), .integer("day_number"), .text("foods", .check("json_valid(foods)")),
                .integer("latest_at", .default("0")),
            ],
            key: ["user_id", "day_number"],
            indexes: [.index("day_food_by_day", ["day_number", "latest_at", "user_id"])]
        ),
    ]

    /// All migrations, in order.
    package static let migrations = [
        Migration(
            baseline: "leaderboard-2026-11",
            tables,
            and: Migration.reload(of: [.profile]),
            replacing: FormerMigrations([
                "leaderboard-1", "leaderboard-2", "leaderboard-groups-1", "leaderboard-challenges-1",
                "leaderboard-foods-1", "leaderboard-follows-shared-foods", "leaderboard-challenge-makers-1",
                "leaderboard-full-days-1", "leaderboard-names-1", "leaderboard-complete-days-1",
                "leaderboard-food-order-1",
            ])
        )
    ]
}
