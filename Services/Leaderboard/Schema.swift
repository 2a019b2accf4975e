import Contracts
package import Storage

/// The tables of the leaderboard: copies of events of other services, and the boards computed from them.
package enum LeaderboardSchema {
    /// All migrations, in order.
    package static let migrations = [
        Migration(
            "leaderboard-1",
            """
            CREATE TABLE person (
                user_id TEXT PRIMARY KEY NOT NULL,
                name TEXT NOT NULL,
                shares INTEGER NOT NULL CHECK (shares IN (0, 1)),
                time_zone TEXT NOT NULL,
                day_start_hour INTEGER NOT NULL
            ) STRICT, WITHOUT ROWID;
            CREATE INDEX person_sharing ON person (user_id) WHERE shares = 1;

            CREATE TABLE day (
                user_id TEXT NOT NULL,
                day_number INTEGER NOT NULL,
                kcal REAL NOT NULL CHECK (kcal >= 0),
                target_kcal INTEGER CHECK (target_kcal > 0),
                entries INTEGER NOT NULL CHECK (entries > 0),
                PRIMARY KEY (user_id, day_number)
            ) STRICT, WITHOUT ROWID;
            """
        ),
        boardsMigration,
        groups,
        challenges,
        sharedFoods,
        .reloading("leaderboard-follows-shared-foods", [.profile]),
        challengeMakers,
        fullDays,
    ]

    /// Removes everything about a user with an erased account.
    package static func erasure(_ boards: Boards) -> EventFollower {
        EventFollower(
            erase: { user, transaction in
                try boards.remove(user, transaction)
                for group in try transaction.reader.groupIDs(of: user) { boards.changeLog.record(group) }
                try StreakTable.removeAll(of: user, transaction)
                try transaction.execute("DELETE FROM day WHERE user_id = ?", [user.description])
                try PersonTable.remove(user, transaction)
                try transaction.removeSharedFoods(of: user)
                try transaction.eraseFromGroups(user)
            },
            people: { after, limit, reader in
                try reader.rows(
                    """
                    SELECT user_id FROM person WHERE user_id > ?1 UNION SELECT user_id FROM day WHERE user_id > ?1
                    UNION SELECT user_id FROM team_member WHERE user_id > ?1
                    UNION SELECT user_id FROM day_food WHERE user_id > ?1
                    UNION SELECT user_id FROM food_sharer WHERE user_id > ?1
                    ORDER BY 1 LIMIT ?2
                    """,
                    [after?.description ?? "", limit]
                ).map { try $0.user() }
            }
        )
    }
}
