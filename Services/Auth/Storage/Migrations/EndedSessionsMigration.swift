import Storage

extension Migration {
    /// Ended sessions that may still have a valid access token, without their users.
    ///
    /// Also the times at which each key starts to sign and stops being published.
    static let endedSessionsAndKeyTimes = Migration(
        "auth-7",
        """
        CREATE TABLE ended_session (
            number INTEGER PRIMARY KEY AUTOINCREMENT,
            session_id TEXT NOT NULL UNIQUE,
            ended_at INTEGER NOT NULL
        ) STRICT;
        CREATE INDEX ended_session_by_time ON ended_session (ended_at);

        ALTER TABLE signing_key ADD COLUMN signs_at INTEGER NOT NULL DEFAULT 0;
        ALTER TABLE signing_key ADD COLUMN retires_at INTEGER;
        """
    )
}
