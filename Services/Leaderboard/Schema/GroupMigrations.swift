import Storage

extension LeaderboardSchema {
    /// Groups and their members.
    ///
    /// The tables are named `team…`, because `group` is an SQL keyword.
    static let groups = Migration(
        "leaderboard-groups-1",
        """
        CREATE TABLE team (
            id TEXT PRIMARY KEY NOT NULL,
            name TEXT NOT NULL,
            code TEXT NOT NULL UNIQUE,
            -- Always one of its members.
            owner TEXT NOT NULL,
            -- Seconds since 1970.
            made_at INTEGER NOT NULL,
            version INTEGER NOT NULL CHECK (version >= 1)
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE team_member (
            team_id TEXT NOT NULL,
            user_id TEXT NOT NULL,
            -- The order of joining.
            place INTEGER NOT NULL,
            -- Seconds since 1970.
            joined_at INTEGER NOT NULL,
            PRIMARY KEY (team_id, user_id)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX team_member_by_user ON team_member (user_id, team_id);
        """
    )

    /// Challenges of groups and their results.
    static let challenges = Migration(
        "leaderboard-challenges-1",
        """
        CREATE TABLE challenge (
            id TEXT PRIMARY KEY NOT NULL,
            team_id TEXT NOT NULL,
            metric TEXT NOT NULL,
            from_day INTEGER NOT NULL,
            to_day INTEGER NOT NULL CHECK (to_day >= from_day),
            -- When the result becomes final, in seconds since 1970.
            final_at INTEGER NOT NULL,
            finished INTEGER NOT NULL DEFAULT 0 CHECK (finished IN (0, 1))
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX challenge_by_team ON challenge (team_id, from_day);
        CREATE INDEX challenge_by_end ON challenge (final_at) WHERE finished = 0;

        -- Results of finished challenges; removing a user does not change the other ranks.
        CREATE TABLE challenge_result (
            challenge_id TEXT NOT NULL,
            user_id TEXT NOT NULL,
            rank INTEGER NOT NULL CHECK (rank >= 1),
            score REAL NOT NULL,
            PRIMARY KEY (challenge_id, user_id)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX challenge_result_by_user ON challenge_result (user_id);
        """
    )

    /// Adds the creator of a challenge.
    ///
    /// The creator may remove it, as the owner of the group may.
    static let challengeMakers = Migration(
        "leaderboard-challenge-makers-1",
        """
        -- A member of the group; null if they have left it, and for challenges created before this column.
        ALTER TABLE challenge ADD COLUMN made_by TEXT;
        """
    )
}
