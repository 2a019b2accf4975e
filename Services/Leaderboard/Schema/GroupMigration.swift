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
}
